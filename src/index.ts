/**
 * Parley as a library: load a scenario, play negotiations, analyse the outcome space, render prompts, read and
 * replay records. What is not exported here may change at any time.
 */
export {
  countOutcomes,
  type Issue,
  type Outcome,
  outcomeRecord,
  parseOutcome,
  valueText,
} from './core/issue.ts'
export type { Utility } from './core/points.ts'
export { EXIT, type ExitCode, type Problem, UserError } from './core/problem.ts'
export { exactText, parseRational, printed, type Rational, rational } from './core/rational.ts'
export { type Analysis, analyzeSpace } from './core/space/analysis.ts'
export { analyzeMany, type ManyAnalysis } from './core/space/many/analysis.ts'
export { NotCovered } from './core/space/space.ts'
export { VERSION } from './core/version.ts'
export {
  makeNegotiator,
  type NegotiatorSettings,
  openRecord,
  type PlayedNegotiation,
  playNegotiation,
} from './library.ts'
export type { Negotiator, Player, Reply } from './negotiators/contract.ts'
export { SCRIPTS, type ScriptName } from './negotiators/registry.ts'
export type { View as AlternatingOffersView } from './protocols/alternating-offers/types.ts'
export type { End, Seat, SeatView } from './protocols/contract.ts'
export { FAULTS, type Fault, type FaultCode } from './protocols/faults.ts'
export type { View as FreeTalkView } from './protocols/free-talk/types.ts'
export type { View as PackageVotesView } from './protocols/package-votes/types.ts'
export { checkChain, GENESIS, type OpenedEvent, openEvent } from './record/chain.ts'
export type { Difference } from './record/difference.ts'
export type { NegotiationEvent, ParleyEvent, Stamp, Stamped, StudyEvent } from './record/events.ts'
export { type Sha256, sha256 } from './record/hash.ts'
export { type Replayed, replayNegotiation } from './record/replay.ts'
export { makeBrief } from './scenario/brief.ts'
export { checkScenario, loadScenario } from './scenario/folder.ts'
export { type Game, makeGame } from './scenario/game.ts'
export { type BilateralRequest, drawBilateral } from './scenario/generate/bilateral.ts'
export { type BilateralDress, bilateralPack } from './scenario/generate/bilateral-pack.ts'
export { parseBounds } from './scenario/generate/bounds.ts'
export { parseTheme, type Theme } from './scenario/generate/theme.ts'
export { drawVotes, type VotesRequest } from './scenario/generate/votes.ts'
export { type VotesDress, votesPack } from './scenario/generate/votes-pack.ts'
export { importLlmDeliberation } from './scenario/import/llm-deliberation.ts'
export { parsePack } from './scenario/pack.ts'
export { makeRenderer, type Prompt, type Renderer } from './scenario/render.ts'
export { belowReservation, gains, scoreEnd } from './scenario/score.ts'
export { manySpaceOf } from './scenario/space.ts'
export type { Brief, Party, Scenario } from './scenario/types.ts'
export type { RecordReader, StoredEvent, StreamInfo } from './store/contract.ts'
export { checkStudy, loadStudy, type Study } from './study/load.ts'
export { type PlayScores, scorePlay } from './study/scores/play-scores.ts'
export { reportStudy, type StudyReport } from './study/study-report.ts'
