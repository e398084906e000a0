/** A small picture in memory: discs, lines and boxes with soft edges, written as PNG. Used for previews alone. */
import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

export const colour = (hex: string): Colour =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never

export class Raster {
  readonly width: number
  readonly height: number
  readonly #bytes: Uint8Array

  constructor(width: number, height: number, paper: Colour) {
    this.width = width
    this.height = height
    this.#bytes = new Uint8Array(width * height * 3)
    for (let i = 0; i < this.#bytes.length; i++) this.#bytes[i] = paper[i % 3]!
  }

  /** A disc; `ring` leaves its middle open. */
  disc(x: number, y: number, radius: number, ink: Colour, opacity = 1, ring?: number): void {
    this.#cover(x - radius, y - radius, x + radius, y + radius, ink, (px, py) => {
      const away = Math.sqrt((px - x) ** 2 + (py - y) ** 2)
      const inside = soft(radius - away)
      return opacity * (ring === undefined ? inside : Math.min(inside, soft(away - radius + ring)))
    })
  }

  line(x1: number, y1: number, x2: number, y2: number, width: number, ink: Colour, opacity = 1): void {
    const half = width / 2
    const [dx, dy] = [x2 - x1, y2 - y1]
    const length = dx * dx + dy * dy || 1
    const [left, right] = [Math.min(x1, x2) - half, Math.max(x1, x2) + half]
    const [top, bottom] = [Math.min(y1, y2) - half, Math.max(y1, y2) + half]
    this.#cover(left, top, right, bottom, ink, (px, py) => {
      const along = Math.max(0, Math.min(1, ((px - x1) * dx + (py - y1) * dy) / length))
      const away = Math.sqrt((px - x1 - along * dx) ** 2 + (py - y1 - along * dy) ** 2)
      return opacity * soft(half - away)
    })
  }

  /** A filled box. */
  box(left: number, top: number, right: number, bottom: number, ink: Colour, opacity = 1): void {
    this.#cover(
      left,
      top,
      right,
      bottom,
      ink,
      (x, y) => opacity * Math.min(soft(x - left), soft(right - x), soft(y - top), soft(bottom - y)),
    )
  }

  #cover(
    left: number,
    top: number,
    right: number,
    bottom: number,
    ink: Colour,
    opacity: (x: number, y: number) => number,
  ): void {
    const [x1, x2] = [Math.max(0, Math.floor(left - 1)), Math.min(this.width - 1, Math.ceil(right + 1))]
    const [y1, y2] = [Math.max(0, Math.floor(top - 1)), Math.min(this.height - 1, Math.ceil(bottom + 1))]
    for (let y = y1; y <= y2; y++) {
      for (let x = x1; x <= x2; x++) {
        const share = opacity(x + 0.5, y + 0.5)
        if (share <= 0) continue
        const at = (y * this.width + x) * 3
        for (let k = 0; k < 3; k++) {
          this.#bytes[at + k] = Math.round(this.#bytes[at + k]! * (1 - share) + ink[k]! * share)
        }
      }
    }
  }

  /** As a PNG file (RFC 2083): 8 bits of red, green and blue. */
  png(): Uint8Array {
    const row = this.width * 3
    const lines = Buffer.alloc((row + 1) * this.height)
    for (let y = 0; y < this.height; y++)
      lines.set(this.#bytes.subarray(y * row, (y + 1) * row), y * (row + 1) + 1)
    const head = Buffer.alloc(13)
    head.writeUInt32BE(this.width, 0)
    head.writeUInt32BE(this.height, 4)
    head.set([8, 2, 0, 0, 0], 8)
    const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const data = deflateSync(lines, { level: 9 })
    return Buffer.concat([sign, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
  }
}

/** From outside to inside of an edge within one pixel. */
const soft = (inside: number): number => Math.max(0, Math.min(1, inside + 0.5))

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(body, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
