/**
 * What scripts say at a table of votes, as data. {offer} is a package in words, {id} an offer's name. No phrase
 * tells points, a limit or a reason that the script does not have.
 */
export const VOTE_PHRASES = {
  /** The first words of the negotiation, with a package. */
  opening: [
    'To give us something to work on, here is a first package: {offer}.',
    'Let me begin with a package that we could live with: {offer}.',
    'Good to see everybody here. We would start from {offer}.',
    'Somebody has to go first. Our package is {offer}.',
  ],
  propose: [
    'Here is another way to put it together: {offer}.',
    'We would like to put this forward: {offer}.',
    'How would everybody feel about {offer}?',
    'Let us try a different mix: {offer}.',
    'We have a package to add: {offer}.',
    'We have listened, and propose {offer}.',
  ],
  /** In the last round. */
  late: [
    'Before we run out of time, a last package from us: {offer}.',
    'This is the last that we can put forward: {offer}.',
    'There is little time left. Please look at this one: {offer}.',
  ],
  accept: [
    'We support {id}.',
    '{id} works for us. You have our vote.',
    'We can go along with {id}, and hope that others can too.',
    'Count us in for {id}.',
    'We vote for {id}. It asks something of everybody.',
  ],
  reject: [
    'We cannot support {id} as it stands.',
    '{id} does not work for us.',
    'We have to say no to {id}.',
    'Not {id}, please. Let us look for another package.',
  ],
  walk: [
    'We do not see a package here that we can sign, so we leave the table. We wish you well.',
    'Nothing on the table works for us. We are leaving.',
    'We thank everybody for their time, but we cannot go on with this.',
  ],
  none: [
    'We have nothing to add this time.',
    'We stand by what we have said.',
    'We will listen for now.',
    'Our position is on the table.',
  ],
} as const satisfies Record<string, readonly string[]>

export type VoteOccasion = keyof typeof VOTE_PHRASES

/** Where the whole sentence is too long for the protocol's limit. */
export const VOTE_SHORT = {
  propose: ['We propose {terms}.', '{terms}', 'Our package.'],
  accept: ['{id} has our vote.', 'Yes.'],
  reject: ['Not {id}.', 'No.'],
  walk: ['We are leaving.', 'Goodbye.'],
  none: ['Nothing new.', 'Pass.'],
} as const
