/** Shows where a check stands, with nothing but the page's own elements: texts are text, whatever they hold. */
import type { Finding } from '../../../src/publication/finding.ts'
import { el } from '../site/element.ts'
import type { Standing, Step, StepState } from './steps.ts'

const TONE: Readonly<Record<StepState, string>> = {
  waiting: 'tag',
  'going on': 'tag',
  passed: 'tag good',
  failed: 'tag bad',
  'not checked': 'tag',
}

/** Differences that are told one by one; the others are counted. */
const TOLD = 10

const whereOf = ({ file, place }: Finding): string => (place === undefined ? file : `${file}, ${place}`)

const differenceOf = (finding: Finding): HTMLElement =>
  el(
    'li',
    {},
    el('strong', { class: 'words' }, whereOf(finding)),
    el('p', { class: 'words' }, finding.message),
    ...(['found', 'expected'] as const).flatMap((what) =>
      finding[what] === undefined
        ? []
        : [el('p', { class: 'small' }, `${what} `, el('code', { class: 'words' }, finding[what]))],
    ),
  )

function rowOf({ name, state, words, findings }: Step): HTMLElement {
  const more = findings.length - TOLD
  return el(
    'li',
    { class: 'check-step' },
    el('strong', {}, name),
    el('span', { class: TONE[state] }, state),
    el('p', { class: 'words' }, words),
    ...(findings.length === 0
      ? []
      : [el('ol', { class: 'check-found' }, ...findings.slice(0, TOLD).map(differenceOf))]),
    ...(more > 0 ? [el('p', { class: 'small' }, `and ${more} more`)] : []),
  )
}

export interface CheckView {
  show(standing: Standing): void
  fail(message: string): void
}

/** Fills `place`; the bar and the sentence stay the same elements, so that a screen reader follows them. */
export function checkView(place: HTMLElement): CheckView {
  const bar = el('progress', { max: '1', 'aria-label': 'How far the check is' }) as HTMLProgressElement
  const sentence = el('p', { class: 'lead' })
  const spoken = el('p', { class: 'hidden', role: 'status' })
  const first = el('div')
  const steps = el('ol', { class: 'check-steps' })
  const end = el('div', { class: 'stack' })
  place.replaceChildren(sentence, spoken, bar, first, steps, end)
  let said = ''
  const say = (state: string, text: string): void => {
    if (said === state) return
    said = state
    spoken.textContent = text
  }
  return {
    show(standing) {
      const { state, summary } = standing
      place.dataset.state = state
      sentence.textContent = summary
      bar.value = standing.share
      bar.hidden = state !== 'running'
      say(state, state === 'running' ? 'The check goes on.' : summary)
      steps.replaceChildren(...standing.steps.map(rowOf))
      const all = standing.steps.flatMap(({ findings }) => findings)
      // One that names a place says more than one that names a file.
      const found = all.find(({ place }) => place !== undefined) ?? all[0]
      first.replaceChildren(
        ...(found === undefined
          ? []
          : [
              el(
                'p',
                { class: 'note bad words' },
                'The first difference: ',
                el('strong', {}, whereOf(found)),
                ` ${found.message}`,
              ),
            ]),
      )
      end.replaceChildren(
        ...standing.notes.map((note) => el('p', { class: 'note words' }, note)),
        ...(standing.sealed === undefined ? [] : [sealOf(standing.sealed)]),
      )
    },
    fail(message) {
      place.dataset.state = 'failed'
      bar.hidden = true
      sentence.textContent = 'The check could not be made.'
      say('could not', message)
      first.replaceChildren(el('p', { class: 'note bad words' }, message))
    },
  }
}

const sealOf = (hash: string): HTMLElement =>
  el(
    'p',
    {},
    'One hash stands for every byte of these files: ',
    el('code', { class: 'words' }, hash),
    '. Where the author put it elsewhere (a paper, a registry), compare it with that: a check alone cannot show that a whole study was not made anew.',
  )
