/** Writes a site's files below a folder, and counts them. */
import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export class Files {
  readonly #folder: string
  readonly #sizes = new Map<string, number>()
  constructor(folder: string) {
    this.#folder = folder
  }

  get files(): number {
    return this.#sizes.size
  }

  get pages(): number {
    return this.#sizes.keys().reduce((count, path) => count + (path.endsWith('.html') ? 1 : 0), 0)
  }

  get bytes(): number {
    return this.#sizes.values().reduce((sum, bytes) => sum + bytes, 0)
  }

  sizeOf(path: string): number {
    return this.#sizes.get(path)!
  }

  count(path: string, bytes: number): void {
    this.#sizes.set(path, bytes)
  }

  write(path: string, content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    writeFileSync(this.#place(path), bytes)
    this.count(path, bytes.length)
  }

  copy(from: string, path: string): void {
    copyFileSync(from, this.#place(path))
    this.count(path, statSync(from).size)
  }

  #place(path: string): string {
    const place = join(this.#folder, path)
    mkdirSync(dirname(place), { recursive: true })
    return place
  }
}
