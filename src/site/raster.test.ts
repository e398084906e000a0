import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { colour, Raster } from './raster.ts'

test('a picture is a PNG of its size, with what was drawn in it', () => {
  const picture = new Raster(20, 10, colour('#ffffff'))
  picture.disc(5, 5, 3, colour('#ff0000'))
  picture.line(0, 9.5, 20, 9.5, 1, colour('#0000ff'))
  picture.disc(-50, 500, 3, colour('#00ff00'))
  const png = Buffer.from(picture.png())
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([20, 10])
  const at = png.indexOf('IDAT')
  const lines = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const pixel = (x: number, y: number): number[] => [
    ...lines.subarray(y * 61 + 1 + x * 3, y * 61 + 4 + x * 3),
  ]
  expect(pixel(5, 5)).toEqual([255, 0, 0])
  expect(pixel(15, 2)).toEqual([255, 255, 255])
  expect(pixel(10, 9)).toEqual([0, 0, 255])
})
