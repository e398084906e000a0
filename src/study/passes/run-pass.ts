/**
 * Runs a pass over the finished talks of a record, or goes on with it: other observers read them, or those who talked
 * are asked whether they knew the situation. The talks' own streams are only read. Every call is on disk before its
 * bytes leave, caps hold as in a run, and what is answered is never asked again.
 */
import { UserError } from '../../core/problem.ts'
import { gameOfPass } from '../../record/passes/asked.ts'
import { nextPass } from '../../record/passes/names.ts'
import type { Game } from '../../scenario/game.ts'
import { openWriter } from '../../store/index.ts'
import { nodeSha256 } from '../../store/node-hash.ts'
import { type Budget, makeBudget } from '../budget.ts'
import { makeJournal } from '../journal.ts'
import { takeIn } from '../looks.ts'
import { openModels } from '../models.ts'
import { makePricer } from '../pricing.ts'
import { readPlayed } from '../read-spending.ts'
import { callsSchema } from '../schema.ts'
import { sumUp } from '../spending.ts'
import { STUDY_STREAM } from '../survey.ts'
import type { PassOptions, PassSummary } from './contract.ts'
import { PassRun } from './pass-run.ts'
import { passStudy } from './pass-study.ts'
import { readPassSpending } from './spending.ts'
import { type FinishedTalk, readTalks } from './talks.ts'
import { openPass, type PassTask, unread } from './task.ts'

export type { PassOptions, PassState, PassSummary } from './contract.ts'

/**
 * Makes the pass. Throws a UserError, before anything is written, where the record cannot be read, another process
 * holds it, a cap cannot be kept, or a key is missing. `check` is asked before the first event is written, and may
 * throw one too.
 */
export async function runPass(
  file: string,
  task: PassTask,
  options: PassOptions,
  check: (talks: readonly FinishedTalk[]) => void = () => undefined,
): Promise<PassSummary> {
  const writer = await openWriter(file)
  try {
    const record = await readTalks(writer, file)
    const { survey, plan, passes } = record
    const begun = openPass(passes, task)
    const known = new Map(record.talks.map((talk) => [talk.assignment.id, talk]))
    const talks = begun
      ? begun.started.negotiations.flatMap((id) => known.get(id) ?? [])
      : unread(record, task, options.again ?? false)
    check(talks)
    if (talks.length === 0) return NOTHING_TO_DO
    const calls = callsSchema.parse(begun?.started.calls ?? plan.now.calls ?? {})
    const games = new Map(talks.map((talk) => [talk.assignment.id, questionsOf(task, talk, file)]))
    const study = passStudy(task, talks, games, calls, file)
    const { caps = {}, pricer = makePricer() } = options
    let budget: Budget | undefined
    const guard = options.guard ?? { before: (attempt) => budget!.guard.before(attempt) }
    const models = study.hasModels ? await openModels(study, { ...options, guard }) : undefined
    if (models) {
      const spent = [
        ...(await readPlayed(writer, survey, pricer)),
        ...(await readPassSpending(writer, plan, passes, pricer)),
      ].flatMap((one) => one.spent)
      budget = makeBudget(study, [], { caps: { ...caps, anywhere: true }, pricer, before: sumUp(spent) })
    }
    const { now, random } = options
    const journal = makeJournal(writer, { now, salt: random, sha256: nodeSha256, streams: survey.streams })
    await takeIn(file, journal)
    const pass =
      begun?.started.pass ??
      nextPass(
        task.what,
        passes.map(({ started }) => started),
      )
    if (!begun) {
      const { parley } = options
      journal.append(STUDY_STREAM, {
        ...{ type: 'pass.started', pass, what: task.what, reader: task.reader, settings: task.settings },
        ...(study.hasModels ? { calls } : {}),
        ...{ negotiations: talks.map(({ assignment }) => assignment.id), turns: task.turns },
        ...(task.templates ? { templates: task.templates } : {}),
        ...{ parley },
      })
    }
    // Durable before the first request: a pass that is lost has then left its trace.
    await journal.commit()
    const made = {
      writer,
      journal,
      study,
      games,
      task,
      pass,
      file,
      ...(models ? { models } : {}),
      ...(budget ? { budget } : {}),
    }
    const { closed, ...found } = await new PassRun(made, plan.created.study, options).all(talks)
    if (closed === talks.length) {
      const streams = talks.map(({ assignment: { id } }) => ({
        negotiation: id,
        ...journal.at(`${pass}/${id}`),
      }))
      journal.append(STUDY_STREAM, { type: 'pass.closed', pass, streams })
    }
    await journal.commit()
    const halts = models?.halts.filter(({ code }) => code !== 'stopping') ?? []
    const ended = closed === talks.length ? 'complete' : halts.length > 0 ? 'halted' : 'asked'
    return { pass, ended, talks: talks.length, closed, resumed: begun !== undefined, halts, ...found }
  } finally {
    await writer.close()
  }
}

const NOTHING_TO_DO: PassSummary = {
  ...{ ended: 'nothing', talks: 0, closed: 0, resumed: false },
  ...{ halts: [], readings: 0, missing: 0, failures: [] },
}

/** The questions of a pass over a talk. Throws a UserError where its scenario has nothing to be reported. */
function questionsOf(task: PassTask, talk: FinishedTalk, file: string): Game {
  try {
    return gameOfPass(task, talk)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = `The scenario of ${talk.assignment.id} does not say what an observer reports, so that nobody can read its talks.`
    const mend = 'Only talks with an "observer" block in their scenario can be observed; label them, or ask.'
    throw new UserError([{ file, message, mend }])
  }
}
