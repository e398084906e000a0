/** The stub server's front door. */
export {
  type FaultRates,
  parseFaults,
  STORM,
  STUB_FAULT_NAMES,
  STUB_FAULTS,
  type StubFault,
  stormOf,
} from './faults.ts'
export { type StubOptions, type StubServer, startStub, stubBaseUrl, stubEnv } from './server.ts'
export type { LogEntry, StubStats } from './stats.ts'
