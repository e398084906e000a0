/** Tables where people sit: what the server of the app needs of them. */
export { House, type HouseOptions, type KnownScenario } from './house.ts'
export { Refused } from './refused.ts'
export { LINK_PATHS, type TableRoutes, tableRoutes } from './routes.ts'
export { makeWorld, providersWithKeys } from './world.ts'
