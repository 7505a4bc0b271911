import { describe, expect, test } from 'vitest'
import { jpegCoefficientBytes, countJpegScans } from '#server/platform/pictures/jpeg'

const PIXELS = 200 * 100
const BEGIN = [0xff, 0xd8]
const segment = (marker: number, ...payload: number[]) => [
  0xff,
  marker,
  (payload.length + 2) >> 8,
  (payload.length + 2) & 255,
  ...payload,
]
/** A frame of 200 by 100 whose components have these sampling factors, horizontal and vertical. */
const frame = (marker: number, ...factors: number[]) =>
  segment(marker, 8, 0, 100, 0, 200, factors.length, ...factors.flatMap((one, at) => [at, one, 0]))
const scan = (parts: number) => segment(0xda, parts, ...Array(parts * 2 + 3).fill(0))
/** A view into a larger buffer, as the body of a request is. */
function bytesOf(...parts: readonly number[][]): Uint8Array {
  const all = new Uint8Array([9, 9, 9, ...parts.flat(), 9, 9])
  return all.subarray(3, all.length - 2)
}
const held = (...parts: readonly number[][]) => jpegCoefficientBytes(bytesOf(BEGIN, ...parts))
const HALVED = [0x22, 0x11, 0x11]

describe('the memory that decoding a JPEG needs', () => {
  test('a JPEG of one scan needs no memory for coefficients, and a JPEG of several scans needs it for all components', () => {
    expect(held(frame(0xc0, ...HALVED), scan(3))).toBe(0)
    expect(held(frame(0xc0, ...HALVED), scan(1))).toBe(PIXELS * 3)
    expect(held(frame(0xc0, ...HALVED), scan(2))).toBe(PIXELS * 3)
    expect(held(frame(0xc0, 0x11), scan(1))).toBe(0)
  })

  test('the type of a JPEG’s frame says whether it has several scans', () => {
    for (let marker = 0xc0; marker <= 0xcf; marker++) {
      const isNone = [0xc4, 0xc8, 0xcc].includes(marker)
      const isProgressive = [0xc2, 0xc6, 0xca, 0xce].includes(marker)
      const wanted = isNone ? Infinity : isProgressive ? PIXELS * 3 : 0
      expect([marker, held(frame(marker, ...HALVED), scan(3))]).toEqual([marker, wanted])
    }
    for (const marker of [0xbf, 0xe0, 0xdb])
      expect(held(frame(marker, ...HALVED), scan(3))).toBe(Infinity)
    // The parser does not mistake tables beside a frame for a frame.
    expect(held(frame(0xc2, ...HALVED), frame(0xc4, 0x11), scan(3))).toBe(PIXELS * 3)
  })

  test('the coefficients need two bytes for each sample of each component, after subsampling', () => {
    const of = (...factors: number[]) => held(frame(0xc2, ...factors), scan(1)) / PIXELS
    expect(of(0x11)).toBe(2)
    expect(of(0x11, 0x11, 0x11)).toBe(6)
    expect(of(...HALVED)).toBe(3)
    expect(of(0x21, 0x11, 0x11)).toBe(4)
    expect(of(0x12, 0x11)).toBe(3)
    expect(of(0x11, 0x41, 0x12)).toBe((1 + 4 + 2) / 4)
  })

  test('the frame of a JPEG is found after any segments: comments, fill bytes, markers without a length', () => {
    const comment = segment(0xfe, ...Array(300).fill(0x41))
    const between = [comment, [0xff, 0xff, 0xff], [1, 2, 3], [0xff, 0], [0xff, 1]]
    const marks = [0xd0, 0xd3, 0xd7, 0xd8, 0xd9].map((mark) => [0xff, mark])
    expect(held(...between, frame(0xc2, ...HALVED), ...marks, scan(3))).toBe(PIXELS * 3)
    // Another segment contains bytes that only look like a frame.
    const hidden = segment(0xfe, ...frame(0xc2, ...HALVED))
    expect(held(hidden, frame(0xc0, 0x11), scan(1))).toBe(0)
    for (const last of [0xcf, 0xda]) expect(held([0xff, last])).toBe(Infinity)
  })

  test('the memory for a truncated JPEG is unknown, and counts as infinite', () => {
    const whole = [frame(0xc0, ...HALVED), scan(3)]
    const bytes = bytesOf(BEGIN, ...whole)
    expect(jpegCoefficientBytes(bytes)).toBe(0)
    for (let length = 0; length < bytes.length; length++)
      expect([length, jpegCoefficientBytes(bytes.subarray(0, length))]).toEqual([length, Infinity])
    expect(held(scan(3), ...whole)).toBe(Infinity)
    expect(held(frame(0xc0, ...HALVED), segment(0xfe))).toBe(Infinity)
    expect(held(segment(0xfe), frame(0xc0, ...HALVED), scan(3))).toBe(0)
  })
})

test('the scans of a JPEG are counted, wherever they begin', () => {
  expect(countJpegScans(bytesOf(BEGIN))).toBe(0)
  expect(countJpegScans(bytesOf([0xff, 0xda]))).toBe(1)
  expect(countJpegScans(bytesOf(BEGIN, [0xff, 0xda, 0xff, 0xff, 0xda, 0xda, 0xff, 0xdb]))).toBe(2)
  // Bytes after the view are not part of it.
  const longer = new Uint8Array([0xff, 0xda, 0xff, 0xda])
  expect([countJpegScans(longer.subarray(1)), countJpegScans(longer.subarray(0, 3))]).toEqual([
    1, 1,
  ])
})
