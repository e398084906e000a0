/** A study's page as a short paper: its sections in their order, those that have something to say. */
import { SECTIONS, type SectionData, type SectionId } from '../types.ts'
import { checkBlocks, conversationsBlocks, downloadsBlocks } from './checking.ts'
import type { MakeBlocks, SectionsOf } from './contract.ts'
import { designBlocks, modelsBlocks } from './design.ts'
import { historyBlocks, limitationsBlocks } from './history.ts'
import { gainsBlocks, resultsBlocks } from './results.ts'
import { protocolBlocks, setupBlocks } from './setup.ts'

const TITLES: Readonly<Record<SectionId, readonly [title: string, blocks: MakeBlocks]>> = {
  results: ['Results', resultsBlocks],
  gains: ['Who gained', gainsBlocks],
  setup: ['Set-up, terms and scoring', setupBlocks],
  design: ['Design', designBlocks],
  protocol: ['Protocol', protocolBlocks],
  models: ['Models and settings', modelsBlocks],
  history: ['How the data were collected', historyBlocks],
  limitations: ['Limitations', limitationsBlocks],
  conversations: ['All conversations', conversationsBlocks],
  check: ['How to check it', checkBlocks],
  downloads: ['Downloads', downloadsBlocks],
}

export function sectionsOf(of: SectionsOf): SectionData[] {
  return SECTIONS.flatMap((id): SectionData[] => {
    const [title, make] = TITLES[id]
    const blocks = make(of)
    const own = of.notes[id]
    const empty = blocks.length === 0 && own === undefined && !(id === 'downloads' && of.downloads.length > 0)
    return empty ? [] : [{ id, title, blocks, ...(own === undefined ? {} : { own }) }]
  })
}
