/**
 * What scripts say, as data. {offer} is the offer in words, {given} and {taken} are the issues on which the
 * speaker's own offer moved towards the other side or away from it since the last one, {name} what a phrase is
 * about. No phrase tells points, a limit or a reason that the script does not have.
 */
export const PHRASES = {
  /** The first words of the negotiation. */
  opening: [
    'Good to be talking with you. We would like to start from {offer}.',
    'To get us going, here is what we have in mind: {offer}.',
    'Let us put a first proposal on the table: {offer}.',
    'We are glad to talk. Our opening proposal is {offer}.',
    'Here is where we would like to begin: {offer}. We look forward to hearing your side.',
  ],
  /** The first offer of the side that answers. */
  answer: [
    'Thank you for your proposal. Ours would be {offer}.',
    'We have read your terms with interest. From our side it looks different: {offer}.',
    'Thanks for opening. We had something else in mind: {offer}.',
    'That gives us a place to start. For our part we propose {offer}.',
    'We appreciate the offer, but we would need {offer}.',
  ],
  /** Gave way on some issues, took back nothing. */
  concession: [
    'We can move on {given}. How about {offer}?',
    'To come closer to you we have moved on {given}: {offer}.',
    'Let us meet you part of the way on {given}. Our offer is now {offer}.',
    'We have looked again at {given} and can do {offer}.',
    'You will see movement from us on {given}: {offer}.',
    'Here is a better one for you, with more room on {given}: {offer}.',
  ],
  /** Gave way on some issues and asks for more on others. */
  trade: [
    'We can give you more on {given}, if you help us on {taken}: {offer}.',
    'Suppose we trade: we move on {given}, you move on {taken}. That makes {offer}.',
    'A different mix might suit us both. We ease {given} and ask for more on {taken}: {offer}.',
    'In exchange for {taken} we could give way on {given}. Our offer: {offer}.',
    'Let us rebalance. Better for you on {given}, better for us on {taken}: {offer}.',
  ],
  /** Asks for more than before and gives nothing. */
  retreat: [
    'On reflection we have to ask for more on {taken}: {offer}.',
    'We need a little more on {taken} after all. Our offer is {offer}.',
    'We find that we need more on {taken}. That brings us to {offer}.',
  ],
  /** The same offer as before. */
  same: [
    'Our proposal stands: {offer}.',
    'We are still at {offer}.',
    'We see no reason to move yet and repeat our offer: {offer}.',
    'Our position has not changed. We propose {offer}.',
    'We would ask you to look at it once more: {offer}.',
  ],
  /** Moved, with few turns left. */
  late: [
    'Time is getting short. To help us finish, we move on {given}: {offer}.',
    'We would hate to leave without a deal. Here is more on {given}: {offer}.',
    'There is not much time left, so we come further towards you on {given}: {offer}.',
    'Let us try to close this. With another step on {given}, we are at {offer}.',
  ],
  /** The last offer that this side can make. */
  last: [
    'This is our last offer: {offer}. We hope that you can take it.',
    'There is no time for more rounds. Our final proposal is {offer}.',
    'One last proposal from us before time is up: {offer}.',
    'To close, we put this on the table for the last time: {offer}.',
  ],
  accept: [
    'Agreed: {offer}. Thank you.',
    'We have a deal: {offer}. It was good working with you.',
    'Yes, we can accept that: {offer}.',
    'That works for us. {Offer} it is.',
    'We accept your offer: {offer}. Thank you for moving with us.',
  ],
  /** Leaves at the final reply. */
  end: [
    'Thank you for your time, but we cannot accept these terms. We have to leave it here.',
    'We are sorry that we could not find common ground. There is no deal for us in this offer.',
    'Your last offer does not work for us, so we part without an agreement.',
  ],
  /** Nothing to offer. */
  none: [
    'We have nothing to propose at this point.',
    'We will leave the table as it is for now.',
    'We make no offer this turn.',
  ],
} as const satisfies Record<string, readonly string[]>

export type Occasion = keyof typeof PHRASES

/** Where the whole sentence is too long for the protocol's limit: the same in fewer words, ending in none. */
export const SHORT = {
  offer: ['We propose {terms}.', '{terms}', 'Here is our offer.', 'Our offer.'],
  accept: ['Agreed: {terms}.', 'We accept your offer.', 'Agreed.'],
  end: ['We cannot accept this offer.', 'No deal.'],
  none: ['No offer this turn.', 'No offer.'],
} as const

/** Last parts of issue ids that are units: how a value is written with them (# is the value). */
export const UNITS: Readonly<Record<string, { readonly one: string; readonly many: string }>> = {
  usd: { one: '# USD', many: '# USD' },
  eur: { one: '# EUR', many: '# EUR' },
  gbp: { one: '# GBP', many: '# GBP' },
  pct: { one: '#%', many: '#%' },
  percent: { one: '#%', many: '#%' },
  minutes: { one: '# minute', many: '# minutes' },
  hours: { one: '# hour', many: '# hours' },
  days: { one: '# day', many: '# days' },
  weeks: { one: '# week', many: '# weeks' },
  months: { one: '# month', many: '# months' },
  years: { one: '# year', many: '# years' },
  km: { one: '# km', many: '# km' },
  kg: { one: '# kg', many: '# kg' },
}
