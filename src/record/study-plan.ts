/**
 * A study as its own stream tells it: what was planned, what was added and changed since, and who has looked. Every
 * reader of a record asks here which assignments there are and by which settings each of them is played.
 */
import type {
  AnchorAttached,
  AssignmentRecord,
  PackRecord,
  ResultsSeen,
  Seen,
  Stamped,
  StudyAmended,
  StudyCreated,
  StudyEvent,
  StudyExported,
  StudyExtended,
  StudyRegistered,
  StudyRescored,
} from './events.ts'

/** What negotiations are played by from some time on: as created, or after an amendment. */
export interface Terms {
  /** The amendment that made them; undefined for the first. */
  readonly amendment?: string
  readonly title: string
  readonly negotiators: Readonly<Record<string, unknown>>
  readonly calls?: Readonly<Record<string, unknown>>
  readonly analysis?: Readonly<Record<string, unknown>>
  /** Free talk: the study's own `audit`. */
  readonly audit?: boolean
  /** The study's own scenario, and the further ones by the name that assignments call them. */
  readonly own: PackRecord
  readonly variants: Readonly<Record<string, PackRecord>>
  /** The templates and the rules, where the study was registered. */
  readonly prompts?: string
  readonly rules?: StudyRegistered['rules']
}

export interface StudyPlan {
  readonly created: Stamped<StudyCreated>
  /** Undefined where the study was never registered: it is exploratory. */
  readonly registered?: Stamped<StudyRegistered>
  readonly amendments: readonly Stamped<StudyAmended>[]
  readonly extensions: readonly Stamped<StudyExtended>[]
  readonly rescorings: readonly Stamped<StudyRescored>[]
  readonly looks: readonly Stamped<ResultsSeen>[]
  /** Folders that were written for readers: they show outcomes too. */
  readonly exports: readonly Stamped<StudyExported>[]
  readonly anchors: readonly Stamped<AnchorAttached>[]
  /** Those that were planned first, then those of each extension. */
  readonly assignments: readonly AssignmentRecord[]
  /** What is in force now. */
  readonly now: Terms
  /** What was in force under an amendment; undefined where there is none of this name. */
  terms(amendment?: string): Terms | undefined
}

/** Reads a study's own stream. Undefined where it does not begin with `study.created`. */
export function studyPlan(events: readonly Stamped<StudyEvent>[]): StudyPlan | undefined {
  const [created] = events
  if (created?.type !== 'study.created') return undefined
  const of = <T extends StudyEvent['type']>(type: T) =>
    events.filter((event): event is Stamped<Extract<StudyEvent, { type: T }>> => event.type === type)
  const amendments = of('study.amended')
  const extensions = of('study.extended')
  const [registered] = of('study.registered')
  const all: Terms[] = [firstTerms(created, registered)]
  for (const amended of amendments) all.push(amend(all.at(-1)!, amended))
  return {
    created,
    ...(registered ? { registered } : {}),
    amendments,
    extensions,
    rescorings: of('study.rescored'),
    looks: of('results.seen'),
    exports: of('study.exported'),
    anchors: of('anchor.attached'),
    assignments: [...created.assignments, ...extensions.flatMap(({ assignments }) => assignments)],
    now: all.at(-1)!,
    terms: (amendment) => all.find((one) => one.amendment === amendment),
  }
}

function firstTerms(created: StudyCreated, registered: StudyRegistered | undefined): Terms {
  const { title, negotiators, calls, analysis, audit, scenario, pack, variants } = created
  const more = {
    ...(calls ? { calls } : {}),
    ...(analysis ? { analysis } : {}),
    ...(audit === undefined ? {} : { audit }),
    ...(registered ? { prompts: registered.prompts, rules: registered.rules } : {}),
  }
  return { title, negotiators, ...more, own: { scenario, pack }, variants: variants ?? {} }
}

function amend(before: Terms, amended: StudyAmended): Terms {
  const { amendment, title, negotiators, calls, analysis, scenario, pack, variants, prompts, rules } = amended
  return {
    ...before,
    amendment,
    ...(title === undefined ? {} : { title }),
    ...(negotiators ? { negotiators } : {}),
    ...(calls ? { calls } : {}),
    ...(analysis ? { analysis } : {}),
    ...(scenario !== undefined && pack ? { own: { scenario, pack } } : {}),
    variants: { ...before.variants, ...variants },
    ...(prompts === undefined ? {} : { prompts }),
    ...(rules ? { rules } : {}),
  }
}

/** The scenario that an assignment plays under these terms; undefined where they do not know its variant. */
export const packOf = (
  terms: Terms,
  { variant }: Pick<AssignmentRecord, 'variant'>,
): PackRecord | undefined =>
  variant === undefined
    ? terms.own
    : Object.hasOwn(terms.variants, variant)
      ? terms.variants[variant]
      : undefined

/** Each factor with its level; early drafts of the format name the opener alone. */
export const levelsOf = ({ levels, opener }: AssignmentRecord): Readonly<Record<string, string>> =>
  levels ?? { opener }

/** What is known of outcomes before the event `seq`: `begun` negotiations, whoever looked, and what was exported. */
export function seenSoFar({ looks, exports }: StudyPlan, begun: number, seq = Infinity): Seen {
  if (begun === 0) return 'nothing-run'
  return [...looks, ...exports].some((one) => one.seq < seq) ? 'seen' : 'run-not-seen'
}

/** The assignments that there were before the event `seq` of the study's stream. */
export const plannedBy = ({ created, extensions }: StudyPlan, seq: number): AssignmentRecord[] =>
  [created, ...extensions.filter((one) => one.seq < seq)].flatMap(({ assignments }) => assignments)
