import { expect, test } from 'vitest'
import { makeEventReader, readEvents } from './sse.ts'
import { readUtf8 } from './utf8.ts'

const text =
  ': hello\r\n\r\nevent: a\r\ndata: {"x":\r\ndata: 1}\r\nid: 7\r\n\r\ndata:two\n\ndata: thr\u00e9e\r\rretry: 5\n\n'
const data = ['{"x":\n1}', 'two', 'thr\u00e9e']

test('events are read with any line ends, over several lines, past comments', () => {
  expect(readEvents(text)).toEqual(data)
})

test('events may arrive cut anywhere', () => {
  for (let place = 0; place <= text.length; place++) {
    const got: string[] = []
    const reader = makeEventReader((one) => got.push(one))
    reader.push(text.slice(0, place))
    reader.push(text.slice(place))
    expect(got).toEqual(data)
  }
})

test('an event without its blank line is given at the end', () => {
  expect(readEvents('data: one\n\ndata: {"half"')).toEqual(['one', '{"half"'])
  expect(readEvents('data: one\n\nda')).toEqual(['one'])
})

test('UTF-8 is read without its byte order mark, and what is none is told', () => {
  expect(readUtf8(Buffer.from('\ufeffGr\u00f6\u00dfe'))).toEqual({ text: 'Gr\u00f6\u00dfe', valid: true })
  expect(readUtf8(Uint8Array.of(0x61, 0xff, 0x62))).toEqual({ text: 'a\ufffdb', valid: false })
  expect(readUtf8(Uint8Array.of(0x61, 0xc3))).toEqual({ text: 'a\ufffd', valid: false })
  // A surrogate, encoded as if it were a character.
  expect(readUtf8(Uint8Array.of(0xed, 0xa0, 0x80)).valid).toBe(false)
})
