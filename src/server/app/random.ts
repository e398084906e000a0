/** Fresh random texts from the system's generator. */
import { randomBytes } from 'node:crypto'

/** 32 hex digits: 128 bits. */
export const randomText = (): string => randomBytes(16).toString('hex')
