/** The record of a study whose scenario, people and models write what would be markup, and whatever else does harm. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FORMAT } from '../../src/record/events.ts'
import { scenarioHash } from '../../src/record/scenario-hash.ts'
import { makeGame } from '../../src/scenario/game.ts'
import { parsePack } from '../../src/scenario/pack.ts'
import { openWriter } from '../../src/store/index.ts'
import { eventsOf, seal } from '../sample-record.ts'

/** Would set this global where it ran. */
export const IMAGE = `<img src=x onerror="globalThis.harmed = 'img'">`
export const SCRIPT = `</script><script>globalThis.harmed = 'script'</script>`
/** Turns what follows around. */
export const OVERRIDE = '\u202eevil\u2066'
export const MEGABYTE = 'W'.repeat(1 << 20)
export const STYLE = '</style><style>body { display: none }</style><!-- '

/** The scenario as a pack's one file. */
export const PACK = `format: 1
id: hostile
title: ${JSON.stringify(`A sale ${IMAGE}`)}
situation: ${JSON.stringify(`${SCRIPT} {{ \`x\` }} ${OVERRIDE} javascript:alert(1)`).replace('{{ `x` }} ', '')}
issues:
  - id: price
    type: number
    min: 0
    max: 10
    describe: ${JSON.stringify(IMAGE)}
  - id: colour
    type: choice
    options: [${JSON.stringify(IMAGE)}, blue]
parties:
  - { id: buyer, label: ${JSON.stringify(`Buyer${IMAGE}`)}, name: ${JSON.stringify(OVERRIDE)}, about: ${JSON.stringify(SCRIPT)}, reservation: 10, points: { price: { 0: 60, 10: 0 }, colour: { ${JSON.stringify(IMAGE)}: 40, blue: 0 } } }
  - { id: seller, label: ${JSON.stringify(`Seller${STYLE}`)}, name: Red, about: sells, reservation: 10, points: { price: { 0: 0, 10: 40 }, colour: { ${JSON.stringify(IMAGE)}: 0, blue: 60 } } }
protocol: { type: alternating-offers, turns: 6 }
`

const offer = (message: string): string =>
  JSON.stringify({ action: 'OFFER', offer_id: null, terms: { price: 3, colour: IMAGE }, message })

/** Every text that is to be found on some page as it was written. */
export const TEXTS = [IMAGE, SCRIPT, STYLE, OVERRIDE]

const PLAYS: readonly (readonly [id: string, texts: readonly string[]])[] = [
  [
    'hostile-1',
    [
      offer(`${IMAGE} ${SCRIPT}`),
      offer(`${OVERRIDE} ${STYLE}`),
      `not JSON at all ${IMAGE}${SCRIPT}`,
      offer(IMAGE),
      JSON.stringify({ action: 'ACCEPT', offer_id: 'O3', terms: null, message: SCRIPT }),
    ],
  ],
  ['hostile-2', [offer(MEGABYTE), `${MEGABYTE}`]],
  ['hostile-3', []],
]

/** Writes `study.yaml` (a name alone), `notes/` and `record.sqlite` into the folder. */
export async function hostileStudy(folder: string): Promise<void> {
  const { scenario, problems } = parsePack({ 'scenario.yaml': PACK })
  if (!scenario) throw new Error(JSON.stringify(problems))
  const game = makeGame(scenario, 'buyer')
  const seats = { buyer: IMAGE, seller: SCRIPT }
  const streams = PLAYS.filter(([, texts]) => texts.length > 0).map(([id, texts]) => {
    const events = eventsOf(game, id, texts, seats).map((event) =>
      event.type === 'negotiation.started' ? { ...event, study: 'hostile' } : event,
    )
    return [id, seal(events)] as const
  })
  const closed = streams.filter(([id]) => id === 'hostile-1')
  const study = seal([
    {
      type: 'study.created',
      format: FORMAT,
      study: 'hostile',
      title: `A study ${IMAGE} ${SCRIPT} ${OVERRIDE}`,
      seed: 'seed',
      scenario: scenarioHash(scenario),
      pack: scenario.files,
      negotiators: { [IMAGE]: {}, [SCRIPT]: {} },
      assignments: PLAYS.map(([id], i) => ({
        ...{ id, block: 1, position: i + 1, pairing: IMAGE, opener: 'buyer', seats },
      })),
      protocol: game.protocol.name,
      version: game.protocol.version,
      parley: '0.0.0',
      node: 'v0',
    },
    { type: 'run.started', run: 'r', parley: '0.0.0', node: 'v0' },
    ...closed.map(([negotiation, stored]) => ({
      type: 'negotiation.closed' as const,
      negotiation,
      events: stored.length,
      head: stored.at(-1)!.hash,
    })),
    { type: 'run.stopped', run: 'r', reason: 'asked' },
  ])
  mkdirSync(join(folder, 'notes'), { recursive: true })
  writeFileSync(join(folder, 'notes', 'results.md'), NOTE)
  const writer = await openWriter(join(folder, 'record.sqlite'))
  try {
    for (const event of study) writer.append('study', event)
    for (const [id, stored] of streams) for (const event of stored) writer.append(id, event)
    await writer.commit()
  } finally {
    await writer.close()
  }
}

const NOTE = `# What I think

Text with **strong words**, [a link](https://example.org/paper), [no link](javascript:alert(1)) and ${IMAGE}.

${SCRIPT}

- one
- two

\`\`\`
${SCRIPT}
\`\`\`
`
