/**
 * Slips of wording that no schema can see: a text that calls private what the scenario makes common knowledge (or
 * the other way round), one that addresses a party as if it were another, and one that tells a party what another
 * party needs. Found in the prompts as they are rendered, sentence by sentence, and told as warnings: words can be
 * meant in ways that no list of words knows.
 */
import type { Problem } from '../core/problem.ts'
import { says, wordsOfOthers } from './slips-vars.ts'
import type { Party, Scenario } from './types.ts'

/** A prompt as one party would be sent it, and where its words come from. */
export interface Rendered {
  readonly seat: string
  readonly text: string
  readonly file: string
  /** The template's text; the slip's line is looked for there. */
  readonly source: string
}

/** All slips in these prompts, each told once with the parties that read it. */
export function findSlips(scenario: Scenario, prompts: readonly Rendered[]): Problem[] {
  const found = new Map<string, { slip: Slip; prompt: Rendered; labels: string[] }>()
  const labels = new Map(scenario.parties.map(({ id, label }) => [id, label]))
  for (const prompt of prompts) {
    const slips = [
      ...secrecySlips(scenario, prompt.text),
      ...roleSlips(scenario, prompt, prompts),
      ...needSlips(scenario, prompt),
    ]
    for (const slip of slips) {
      const key = JSON.stringify([prompt.file, slip.message, slip.sentence])
      const known = found.get(key) ?? { slip, prompt, labels: [] }
      found.set(key, known)
      const label = labels.get(prompt.seat) ?? prompt.seat
      if (!known.labels.includes(label)) known.labels.push(label)
    }
  }
  return [...found.values()].map(({ slip, prompt, labels: readers }) => ({
    file: prompt.file,
    ...lineOf(slip.sentence, prompt.source),
    severity: 'warning',
    message: `${slip.message} (in what is sent to ${readers.join(', ')}).`,
    found: short(slip.sentence),
    mend: slip.mend,
  }))
}

interface Slip {
  readonly message: string
  readonly sentence: string
  readonly mend: string
}

/** What the condition makes common or private, as prompts call it. */
const POINTS =
  /\b(points?|scores?|score sheets?|scoring|sheets?|thresholds?|reservation values?|payoffs?|numbers?|values?|preferences?)\b/i
const PRIVATE =
  /\b(private(ly)?|secret(ly)?|confidential(ly)?|undisclosed|yours alone|(known|visible|shown) (only to you|to only you|to you (alone|only))|(only|nobody but|no one but) you (know|see)|(never|do not|don't|must not) (reveal|disclose|share|tell|show))\b/i
const COMMON =
  /\b(common knowledge|public(ly)?|open(ly)? to (all|every\w*)|(known|visible|shown|listed) (to|for) (all|every\w*))\b/i
/** Said of what is not so: "there is no private information", "nobody knows", "are not public". */
const DENIED =
  /\b(no|nothing|none|neither|nobody|without|isn't|aren't|(is|are|be) not)\b[^.;:]{0,40}?\b(private|secret|confidential|undisclosed|common knowledge|public(ly)?|(known|visible|shown|listed) (to|for) (all|every\w*)|open(ly)? to (all|every\w*))\b/gi

/** A scratchpad is private in every condition. */
const NOTES = /\b(scratch ?pads?|notes?|notebook|thoughts?)\b/i

function secrecySlips({ information, parties }: Scenario, text: string): Slip[] {
  if (parties.every(({ sheet }) => sheet.length === 0)) return []
  const common = information === 'common'
  return sentences(text).flatMap((sentence): Slip[] => {
    const claims = sentence.replace(DENIED, '')
    if (!POINTS.test(sentence) || NOTES.test(sentence)) return []
    if (!(common ? PRIVATE : COMMON).test(claims)) return []
    return [
      common
        ? {
            message: 'This calls private what `information: common` shows to every party',
            sentence,
            mend: 'leave it out, or say it only {% if information == "private" %}',
          }
        : {
            message: 'This calls common what `information: private` shows to nobody else',
            sentence,
            mend: 'leave it out, or say it only {% if information == "common" %}',
          },
    ]
  })
}

/** What only the other side is told it needs, in what this one reads. */
function needSlips(scenario: Scenario, { seat, text }: Rendered): Slip[] {
  const others = wordsOfOthers(scenario, seat)
  if (others.length === 0) return []
  return sentences(text).flatMap((sentence) =>
    others
      .filter(({ words }) => says(sentence, words))
      .slice(0, 1)
      .map(({ words, label }) => ({
        message: `This tells "${words}", which is ${label}'s own`,
        sentence,
        mend: 'leave it out: what a party needs is for it alone to say',
      })),
  )
}

const ADDRESSED =
  /\b(?:you are|you're|you play|you represent|you speak for|you act for|you stand for|you negotiate (?:for|as)|on behalf of|your role is)(?: that of)?(?: the| an?)? /gi

function roleSlips(scenario: Scenario, prompt: Rendered, prompts: readonly Rendered[]): Slip[] {
  const own = scenario.parties.find(({ id }) => id === prompt.seat)
  if (!own) return []
  const others = scenario.parties.filter((party) => party !== own)
  return [...takenFor(prompt.text, own, others), ...speaksToAnother(prompt, others, prompts)]
}

/** `You are Blake` in what Avery reads. */
function takenFor(text: string, own: Party, others: readonly Party[]): Slip[] {
  return sentences(text).flatMap((sentence) =>
    [...sentence.matchAll(ADDRESSED)].flatMap((match): Slip[] => {
      const rest = sentence.slice(match.index + match[0].length)
      if (rolesOf(own).some((role) => isCalled(rest, role))) return []
      const other = others.find((party) => rolesOf(party).some((role) => isCalled(rest, role)))
      if (!other) return []
      const message = `This addresses a party as ${other.label}, which it is not`
      return [{ message, sentence, mend: 'use {{ you.label }}, {{ you.name }} or {{ you.about }}' }]
    }),
  )
}

const rolesOf = ({ label, name, about }: Party): readonly string[] =>
  [label, name, about].map((role) => role.replace(/^(the|an?) /i, '')).filter((role) => role.length > 1)

/** Whether a text begins with a role, as a whole and not as somebody's ("Blake's neighbour"). */
const isCalled = (text: string, role: string): boolean =>
  text.toLowerCase().startsWith(role.toLowerCase()) &&
  !/^(?:[\p{L}\p{N}_-]|['’]s)/u.test(text.slice(role.length))

/**
 * A line that is about one party, says "you", and stands word for word in what that party reads and in what
 * another does: to the other it says of it what is true of somebody else.
 */
function speaksToAnother(prompt: Rendered, others: readonly Party[], prompts: readonly Rendered[]): Slip[] {
  return prompt.text.split('\n').flatMap((line): Slip[] => {
    if (!/\byou(r|rs|rself)?\b/i.test(line)) return []
    const about = others.find(({ label, name }) =>
      [label, name].some((role) => isCalled(line.replace(/^[\s>*#\d.)–—-]+/, ''), role)),
    )
    if (!about) return []
    const told = prompts.some(
      ({ seat, source, text }) =>
        seat === about.id && source === prompt.source && text.split('\n').includes(line),
    )
    if (!told) return []
    const message = `This line is about ${about.label} and says "you", so that whoever reads it is taken for ${about.label}`
    const mend = 'say {{ party.label }}, or "you" only {% if party.id == you.id %}'
    return [{ message, sentence: line.trim(), mend }]
  })
}

/** Lines, and the sentences in them. */
const sentences = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The line of the template that shares most runs of three words with the sentence, or most words; if any does. */
function lineOf(sentence: string, source: string): { line?: number } {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
  const words = wordsOf(sentence)
  const runs = words.slice(2).map((_, i) => words.slice(i, i + 3).join(' '))
  const shared = source.split('\n').map((line) => {
    const has = wordsOf(line)
    const text = ` ${has.join(' ')} `
    return (
      runs.filter((run) => text.includes(` ${run} `)).length +
      (has.length > 0 && words.every((word) => has.includes(word)) ? 1 : 0)
    )
  })
  const most = Math.max(...shared)
  return most > 0 ? { line: shared.indexOf(most) + 1 } : {}
}

const short = (text: string): string =>
  text.length <= 120 ? text : `${text.slice(0, 117).toWellFormed()}...`
