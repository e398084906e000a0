/** What somebody should know before a study with models is played or planned: settings that are easily overlooked. */
import { BY_STUDY, serverSet } from '../models/keys.ts'
import { findPrice } from '../models/prices.ts'
import { elsewhere } from '../models/servers.ts'
import { isModel, type ModelSpec } from '../negotiators/registry.ts'
import { nearest } from '../scenario/nearest.ts'
import type { Study } from '../study/load.ts'
import { type PriceFile, readPrices } from '../study/price-file.ts'
import type { Io } from './io.ts'
import { safeLine } from './text.ts'

/** Notes what is found, a line each. `prices`: a file of prices, if one was given. */
export async function noteSettings(study: Study, prices: string | undefined, io: Io): Promise<void> {
  const specs = Object.entries(study.negotiators).flatMap(([name, spec]): [string, ModelSpec][] =>
    isModel(spec) ? [[name, spec]] : [],
  )
  const found = [
    ...serverNotes(specs, io),
    ...(prices === undefined ? [] : priceNotes(specs, await readPrices(prices))),
  ]
  for (const note of found) io.note(safeLine(`Note: ${note}`))
}

/** A variable that was set for something else sends a whole study elsewhere without a word. */
function serverNotes(specs: readonly [string, ModelSpec][], io: Io): string[] {
  const bySetting = Map.groupBy(
    specs.flatMap(([name, spec]) => {
      const server = serverSet(spec, io.env)
      // One that is no address is told of as a mistake, when clients are made.
      if (server === undefined || server.by === BY_STUDY || !URL.canParse(server.url)) return []
      const other = elsewhere(spec.provider, server.url, server.by)
      return other ? [{ name, ...other }] : []
    }),
    ({ by }) => by,
  )
  return [...bySetting].map(
    ([by, all]) =>
      `${by} sends the calls of ${all.map(({ name }) => name).join(', ')} to ${all[0]!.origin}. The record says so, and seals the address; prices of Parley's list may not hold there.`,
  )
}

/** Prices for no model of the study, where one of its models has none in the file: a slip in a name goes unseen else. */
function priceNotes(specs: readonly [string, ModelSpec][], { file, entries }: PriceFile): string[] {
  const models = specs.map(([, spec]) => spec)
  const without = models.filter(({ provider, model }) => !findPrice(entries, provider, model))
  const names = [...new Set(without.map(({ model }) => model))]
  const idle = entries.filter((entry) => !models.some((one) => findPrice([entry], one.provider, one.model)))
  if (names.length === 0 || idle.length === 0) return []
  if (idle.length === entries.length)
    return [`no price in ${file} is for a model of this study (${names.join(', ')}).`]
  return idle.flatMap(({ model }) => {
    const close = nearest(model, names)
    if (close === undefined) return []
    return [`the price of ${model} in ${file} is for no model of this study, and ${close} has none there.`]
  })
}
