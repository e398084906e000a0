/** The design of a study as tables, before anything is frozen: what varies, in which cells, who sits where. */
import { blocksOf, designCells, factorsOf } from '../study/design.ts'
import type { Study } from '../study/load.ts'
import { textTable } from './table.ts'
import { safe } from './text.ts'

/** Counts in one line: `40 negotiations: 2 pairings, 4 assignments each, 5 blocks.` */
export function designSentence(study: Study): string {
  const { design } = study
  const each = design.repetitions / blocksOf(design)
  const registered = study.assignments.filter(({ extension }) => extension === undefined).length
  const added = study.assignments.length - registered
  const times = each === 1 ? '' : `, each ${each} times`
  const more = added > 0 ? ` Extensions add ${added}.` : ''
  return `${registered} negotiations: ${count(Object.keys(design.pairings).length, 'pairing')}, ${count(designCells(design).length, 'assignment')} of each, in ${count(blocksOf(design), 'block')}${times}.${more}`
}

/** The pairings, the varied factors, and the cells a1, a2, … */
export function designText(study: Study, columns: number): string {
  const { design } = study
  const factors = Object.entries(factorsOf(design))
  const pairings = Object.entries(design.pairings).map(([pairing, seats]) => [
    pairing,
    Object.entries(seats)
      .map(([party, negotiator]) => `${party}: ${negotiator}`)
      .join(', '),
  ])
  const cells = designCells(design).map(({ assignment, levels }) => [
    assignment,
    ...factors.map(([name]) => safe(levels[name]!)),
  ])
  const shown = cells.slice(0, MOST)
  const more = cells.length > MOST ? `\n… and ${cells.length - MOST} more (--json lists all)` : ''
  const planned = analysisText(study)
  return [
    textTable(['pairing', 'seats'], pairings, 'll', columns),
    `${textTable(['assignment', ...factors.map(([name]) => name)], shown, undefined, columns)}${more}`,
    ...(planned === undefined ? [] : [planned]),
  ].join('\n\n')
}

const MOST = 24

function analysisText({ analysis }: Study): string | undefined {
  if (!analysis) return undefined
  const { kind, primary, comparisons } = analysis
  const lines = comparisons.map(({ factor, of, minus, outcome = primary, within = {}, kind: own }) => {
    const where = Object.entries(within).map(([name, level]) => `${name} ${level}`)
    const only = where.length > 0 ? `, where ${where.join(' and ')}` : ''
    return `  ${factor} ${of} − ${minus}: ${outcome}${only}${own === undefined ? '' : ` (${own})`}`
  })
  const what = lines.length > 0 ? `\n${lines.join('\n')}` : ' every pairing with every other'
  return `Planned analysis: ${kind}; primary outcome ${primary}; compared:${what}`
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
