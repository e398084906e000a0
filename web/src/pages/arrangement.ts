/** In which order a section shows its blocks, what of it is folded, and which number each figure and table has. */
import type { Block, SectionData, StudyPage } from '../../../src/pages/types.ts'

/**
 * Tables beyond the first three of a section, and long ones after the first, are for those who look something up:
 * folded, with their names in sight.
 */
const IN_SIGHT = 3
const LONG = 20

export interface Arrangement {
  readonly before: readonly Block[]
  readonly folded: readonly TableBlock[]
  readonly after: readonly Block[]
}

type TableBlock = Extract<Block, { type: 'table' }>
type FigureBlock = Extract<Block, { type: 'figure' }>

export function arrange(blocks: readonly Block[]): Arrangement {
  const tables = blocks.filter((block): block is TableBlock => block.type === 'table')
  const seen = tables.filter(({ table }, k) => k === 0 || table.rows.length <= LONG)
  const inSight = tables.length > IN_SIGHT + 1 ? seen.slice(0, IN_SIGHT) : seen
  const folded = tables.filter((block) => !inSight.includes(block))
  const shown = blocks.filter((block) => block.type !== 'table' || !folded.includes(block))
  // Parts come last, and what is folded is none of theirs.
  const parts = shown.findIndex(({ type }) => type === 'part')
  const [before, after] = parts < 0 ? [shown, []] : [shown.slice(0, parts), shown.slice(parts)]
  return { before, folded, after }
}

/** Whether the study has data for it. */
export const hasFigure = (
  { figures }: Pick<StudyPage, 'figures'>,
  { figure, at = 0 }: FigureBlock,
): boolean => (figure === 'byFactor' ? figures.byFactor[at] !== undefined : figures[figure] !== undefined)

/** `Figure 1`, `Table 1` and so on, in the order in which a reader meets them. */
export function numbersOf(
  page: Pick<StudyPage, 'figures'>,
  sections: readonly SectionData[],
): ReadonlyMap<Block, number> {
  const numbers = new Map<Block, number>()
  let [figures, tables] = [0, 0]
  const walk = (blocks: readonly Block[]): void => {
    const { before, folded, after } = arrange(blocks)
    for (const block of [...before, ...folded, ...after]) {
      if (block.type === 'part') walk(block.blocks)
      else if (block.type === 'table') numbers.set(block, ++tables)
      else if (block.type === 'figure' && hasFigure(page, block)) numbers.set(block, ++figures)
    }
  }
  for (const { blocks } of sections) walk(blocks)
  return numbers
}
