/** The options of `parley generate`, read; everything wrong with them is told at once. */
import { EXIT, type Problem, UserError } from '../../core/problem.ts'
import { type Bounds, parseBounds } from '../../scenario/generate/bounds.ts'

/** Seeds of several games follow one another and stay exact. */
export const MOST_SEED = Number.MAX_SAFE_INTEGER - 1_000_000

export class OptionReader {
  readonly #given: Readonly<Record<string, unknown>>
  readonly #file: string
  readonly #problems: Problem[] = []

  constructor(given: Readonly<Record<string, unknown>>, file: string) {
    this.#given = given
    this.#file = file
  }

  wrong(message: string, found: string, expected: string): void {
    this.#problems.push({ file: this.#file, message, found, expected })
  }

  /** Tells of options that are given and belong to another protocol. */
  only(names: readonly string[]): void {
    for (const name of Object.keys(this.#given)) {
      if (!names.includes(name))
        this.wrong(`--${dashed(name)} is not for this protocol.`, `--${dashed(name)}`, 'none')
    }
  }

  text(name: string): string | undefined {
    const value = this.#given[name]
    return typeof value === 'string' ? value : undefined
  }

  flag(name: string): boolean {
    return this.#given[name] === true
  }

  /** A whole number between two others; `usual` where the option is not given. */
  whole(name: string, least: number, most: number, usual: number): number {
    const text = this.text(name)
    if (text === undefined) return usual
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    this.wrong(
      `--${dashed(name)} is not right.`,
      text ?? 'nothing',
      `a whole number from ${least} to ${most}`,
    )
    return least
  }

  /** `3`, or `2..4`. */
  spread(name: string, least: number, most: number, usual: number): { least: number; most: number } {
    const text = this.text(name)
    if (text === undefined) return { least: usual, most: usual }
    const found = /^(\d{1,3})(?:\.\.(\d{1,3}))?$/.exec(text)
    const [from, to] = [Number(found?.[1]), Number(found?.[2] ?? found?.[1])]
    if (from >= least && to <= most && from <= to) return { least: from, most: to }
    this.wrong(`--${name} is not right.`, text, `a number from ${least} to ${most}, or two: ${least}..4`)
    return { least, most: least }
  }

  bounds(name: string, percent: boolean): Bounds | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const bounds = parseBounds(text)
    if (bounds && (percent || !bounds.percent)) return bounds
    this.wrong(
      `--${name} is not right.`,
      text,
      percent ? '20..60, 20.., or 5%..25%' : '0.3..0.6, 0.3.. or ..0.6',
    )
    return undefined
  }

  /** One of some words; the first where the option is not given. */
  choice<T extends string>(name: string, values: readonly T[]): T {
    const text = this.text(name) ?? values[0]
    const found = values.find((value) => value === text)
    if (found === undefined) this.wrong(`--${name} is not right.`, text ?? 'nothing', values.join(' or '))
    return found ?? values[0]!
  }

  /** Throws a UserError where anything was wrong. */
  done(): void {
    if (this.#problems.length > 0) throw new UserError(this.#problems, EXIT.usage)
  }
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
