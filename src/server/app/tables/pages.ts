/** What an owner sees of tables and classes, as page data: both sides, made from the state and the scenario. */
import { PRICE_LIST } from '../../../models/price-list.ts'
import { SCRIPTS, scriptsFor } from '../../../negotiators/registry.ts'
import { figure, figures } from '../../../pages/figure.ts'
import { offersOf } from '../../../pages/offers.ts'
import { partyTags } from '../../../pages/parties.ts'
import { spaceData } from '../../../pages/space.ts'
import type {
  ClassPage,
  ScenarioChoice,
  TableChoices,
  TableList,
  TablePage,
  TableRow,
  TableSeat,
} from '../../../pages/table-types.ts'
import type { ByParty, Figure } from '../../../pages/types.ts'
import { actionWords, endSentences } from '../../../pages/words.ts'
import { type KeptOffer, kept } from '../../../record/read.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { isObserved } from '../../../study/check.ts'
import { usualOpponent } from '../../../study/sitting/spec.ts'
import type { ClassFile } from './files.ts'
import type { House } from './house.ts'
import type { Table } from './table.ts'

export function tableRow(table: Table): TableRow {
  const { file, end, points, scenario, message, mover } = table
  const turn = kept(table.state).turn
  return {
    table: file.table,
    title: file.title,
    scenario: scenario.title,
    state: table.status,
    ...(message === undefined ? {} : { message }),
    created: file.created,
    seats: seatsOf(table),
    turn,
    ...(mover === undefined ? {} : { mover }),
    ...(end
      ? {
          end: {
            kind: end.kind,
            text: endSentences(end, scenario),
            ...(points ? { points: figures(points) } : {}),
          },
        }
      : {}),
    ...(file.class === undefined ? {} : { class: file.class }),
  }
}

function seatsOf(table: Table): TableSeat[] {
  const { opener } = table.assignment
  return Object.entries(table.file.seats).map(([seat, { who, name, link }]) => ({
    seat,
    who: who === 'person' ? 'person' : who.includes(':') ? 'model' : 'script',
    text: who,
    ...(name === undefined ? {} : { name }),
    ...(who === 'person' ? { link: link ? 'open' : 'revoked' } : {}),
    here: table.here(seat),
    opens: seat === opener,
  }))
}

export function tablePage(table: Table): TablePage {
  const { scenario, state, file, study, game, end } = table
  const { record, standing } = kept(state)
  const entries = record.slice()
  const live = (state as { live?: readonly KeptOffer[] }).live
  const space = spaceData(scenario)
  const key = table.studyKey
  return {
    kind: 'table',
    row: tableRow(table),
    protocol: game.protocol.name,
    scenario: { key: file.scenario, title: scenario.title },
    parties: partyTags(scenario),
    lines: entries.map(({ turn, seat, message, action, offer }) => {
      const { text, binding } = actionWords(action, offer?.id)
      return {
        turn,
        seat,
        message,
        ...(text === undefined ? {} : { actionText: text }),
        binding,
        ...(offer ? { offer: offer.id } : {}),
      }
    }),
    offers: offersOf(scenario, entries, live, end?.kind === 'agreement' ? end.offer : undefined),
    ...(standing ? { standing: standing.id } : {}),
    reservations: reservationsOf(scenario),
    ...(space ? { space } : {}),
    folder: study.folder,
    ...(key === undefined ? {} : { study: key }),
    watch: file.watch !== undefined,
  }
}

const reservationsOf = ({ parties }: Scenario): ByParty<Figure> =>
  Object.fromEntries(
    parties.flatMap(({ id, utility, reservation }) =>
      utility ? [[id, figure(reservation.value)] as const] : [],
    ),
  )

export const tableList = (house: House): TableList => ({
  kind: 'tables',
  tables: house.tables.map(tableRow).sort((a, b) => (a.created < b.created ? 1 : -1)),
  classes: house.classes.map((one) => ({ class: one.class, title: one.title, tables: one.tables.length })),
  problems: house.problems,
})

export function classPage(house: House, file: ClassFile): ClassPage {
  const tables = file.tables.map((id) => house.table(id))
  const { scenario } = tables[0]!
  const space = spaceData(scenario)
  return {
    kind: 'class',
    class: file.class,
    title: file.title,
    scenario: { key: file.scenario, title: scenario.title },
    parties: partyTags(scenario),
    tables: tables.map(tableRow),
    reservations: reservationsOf(scenario),
    ...(space ? { space } : {}),
  }
}

/** Models with a price that comes with Parley: those that a cap can hold. */
export const pricedModels = (providers: readonly string[]): TableChoices['models'] =>
  Object.fromEntries(
    providers.map((name) => [
      name,
      [...new Set(PRICE_LIST.flatMap(({ provider, model }) => (provider === name ? [model] : [])))],
    ]),
  )

export function scenarioChoice(key: string, scenario: Scenario): ScenarioChoice {
  const { type, settings } = scenario.protocol
  const usual = usualOpponent(type)
  const names = [...scriptsFor(type)].sort((a, b) => Number(b === usual) - Number(a === usual))
  const listed = (all: readonly string[]): ScenarioChoice['scripts'] =>
    all.map((name) => ({ name, summary: SCRIPTS.find((one) => one.name === name)?.summary ?? '' }))
  return {
    scenario: key,
    title: scenario.title,
    protocol: type,
    parties: partyTags(scenario),
    opener: typeof settings.opener === 'string' ? settings.opener : scenario.parties[0]!.id,
    scripts: listed(names),
    observers: isObserved(scenario) ? listed(['rule-observer']) : [],
  }
}
