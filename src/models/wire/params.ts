/** What a study's params may not say, and the one place where something is put among them. */
import { isRecord, type Json } from './json.ts'

/** Throws a RangeError with the reason for the first param that is refused. */
export function refuseParams(params: Json, reasons: Json): void {
  const taken = Object.keys(reasons).find((name) => Object.hasOwn(params, name))
  if (taken !== undefined) throw new RangeError(`"${taken}" ${reasons[taken]}`)
}

/** The reason for params that the prompt already says. */
export const FROM_PROMPT = 'comes from the prompt; it cannot be a param'

/** More than one reply a call: paid for, and never read. */
export function refuseSeveral(value: unknown, name: string): void {
  if (typeof value === 'number' && value > 1) {
    throw new RangeError(`"${name}" is ${value}, but only one reply a call is read`)
  }
}

/**
 * The params with fields added to one of them, which keeps its place, or stands last where it was not given.
 * Throws a RangeError where the param says one of these fields itself.
 */
export function addTo(params: Json, name: string, fields: Json): Json {
  const given = params[name] ?? {}
  if (!isRecord(given)) throw new RangeError(`"${name}" must be an object`)
  const twice = Object.keys(fields).find((field) => Object.hasOwn(given, field))
  if (twice !== undefined) {
    throw new RangeError(`"${name}.${twice}" says the reply's shape, which the protocol already does`)
  }
  return { ...params, [name]: { ...given, ...fields } }
}
