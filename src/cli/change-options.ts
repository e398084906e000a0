/** What those who write into a study's record need of the world: the clock, chance, versions. */
import { randomBytes } from 'node:crypto'
import { VERSION } from '../core/version.ts'
import type { ChangeOptions } from '../study/open-change.ts'
import type { Io } from './io.ts'

export const random = (): string => randomBytes(16).toString('hex')

export const versions = { parley: VERSION, node: process.version }

export const changeOptions = (io: Io): ChangeOptions => ({ now: io.now, random, versions })
