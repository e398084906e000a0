/** Tables where people sit: what the server of the app needs of them. */
export { House, type HouseOptions } from './house.ts'
export type { KnownScenario } from './packs.ts'
export { Refused } from './refused.ts'
export { LINK_PATHS, type TableRoutes, tableRoutes } from './routes.ts'
export { makeWorld, providersWithKeys } from './world.ts'
