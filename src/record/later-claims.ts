/**
 * What a study's own stream says of a negotiation after the fact, held against the negotiation: that it had not ended
 * before the amendment that it cites, and what its outcome is worth under another scenario's points.
 */
import { parsePack } from '../scenario/pack.ts'
import { scoreEnd } from '../scenario/score.ts'
import type { Scenario } from '../scenario/types.ts'
import { type Contrast, comparePoints } from './claims.ts'
import { type Difference, eventPlace } from './difference.ts'
import type { NegotiationClosed, NegotiationStarted, Stamped, StudyRescored } from './events.ts'
import type { Replayed } from './replay.ts'
import type { StudyPlan } from './study-plan.ts'

/** A negotiation as it was checked. */
export interface Told {
  readonly start: Stamped<NegotiationStarted>
  readonly closed: Stamped<NegotiationClosed> | undefined
  readonly replayed: Replayed
}

export class LaterClaims {
  readonly #plan: Pick<StudyPlan, 'amendments' | 'rescorings'>
  /** The name of the study's own stream. */
  readonly #study: string
  readonly #scenarios = new Map<string, Scenario | undefined>()

  constructor(plan: Pick<StudyPlan, 'amendments' | 'rescorings'>, study: string) {
    this.#plan = plan
    this.#study = study
  }

  /** Every claim about it that is wrong. */
  differences(id: string, told: Told): Difference[] {
    return [
      ...this.#amendment(id, told),
      ...this.#plan.rescorings.flatMap((one) => this.#points(id, told, one)),
    ]
  }

  /** By the order of the study's own stream; a clock may have been put back in between. */
  #amendment(id: string, { start, closed }: Told): Difference[] {
    const cited = this.#plan.amendments.find(({ amendment }) => amendment === start.amendment)
    if (!cited || !closed || closed.seq > cited.seq) return []
    const message = 'It cites an amendment that was made after it had been closed.'
    const found = `amendment ${cited.amendment}, event ${cited.seq} of the study`
    const expected = `one before event ${closed.seq}, which closed it, or none`
    return [{ depth: 'rules', place: eventPlace(start.seq, id), message, found, expected }]
  }

  #points(id: string, { closed, replayed }: Told, rescoring: Stamped<StudyRescored>): Difference[] {
    const claim = Object.hasOwn(rescoring.points, id) ? rescoring.points[id] : undefined
    const due = closed !== undefined && closed.seq < rescoring.seq
    const other = this.#scenario(rescoring)
    if (!other || (claim === undefined && !due)) return []
    const contrast = contrastOf(claim, other, replayed)
    if (!contrast) return []
    const message = `The points of ${id} in rescoring ${rescoring.rescoring} are not those that its outcome has under the other scenario.`
    return [{ depth: 'rules', place: eventPlace(rescoring.seq, this.#study), message, ...contrast }]
  }

  /** Undefined where it cannot be read: a report says why. */
  #scenario({ rescoring, pack }: StudyRescored): Scenario | undefined {
    if (!this.#scenarios.has(rescoring)) this.#scenarios.set(rescoring, parsePack({ ...pack }).scenario)
    return this.#scenarios.get(rescoring)
  }
}

function contrastOf(
  claim: Readonly<Record<string, string>> | undefined,
  other: Scenario,
  { end }: Replayed,
): Contrast | undefined {
  try {
    return comparePoints(claim, end && scoreEnd(other, end))
  } catch {
    // Whoever wrote the record named a scenario of other issues: no outcome of this one has points there.
    return (
      claim && { found: JSON.stringify(claim), expected: 'no points: the other scenario has other issues' }
    )
  }
}
