import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodePicture, type PictureKind } from '#server/platform/pictures/decode-picture'
import { createPicture } from '../../../support/backend/hostile-pictures.ts'

/** Random bytes, which cannot be compressed. */
function noise(length: number): Buffer {
  const parts: Buffer[] = []
  for (let n = 0; n * 32 < length; n++) parts.push(createHash('sha256').update(`${n}`).digest())
  return Buffer.concat(parts).subarray(0, length)
}
const noisy = (width: number, height: number) =>
  sharp(noise(width * height * 3), { raw: { width, height, channels: 3 } })
/** A picture that is red above and blue below. */
const halves = (width: number, height: number) =>
  createPicture(width, height)
    .composite([
      { input: colour(width, height / 2, '#f00'), gravity: 'north' },
      { input: colour(width, height / 2, '#00f'), gravity: 'south' },
    ])
    .png()
const colour = (width: number, height: number, background: string) => ({
  create: { width, height, channels: 3 as const, background },
})
const typeOf = async (imageKind: PictureKind, bytes: Uint8Array) =>
  (await decodePicture(imageKind, bytes)).type
async function made(imageKind: PictureKind, from: Sharp | Uint8Array): Promise<Buffer> {
  const bytes = from instanceof Uint8Array ? from : await from.toBuffer()
  const decoded = await decodePicture(imageKind, bytes)
  if (decoded.type !== 'made') throw new Error(decoded.type)
  return Buffer.from(decoded.bytes)
}
const about = async (bytes: Buffer) => {
  const { format, width, height, channels, space } = await sharp(bytes).metadata()
  return [format, width, height, channels, space]
}
/** The first value of a JPEG's quantization table. Smaller means finer. */
const divisor = (bytes: Buffer) => bytes[bytes.indexOf(Buffer.from([0xff, 0xdb])) + 5] ?? 0
const pixel = async (bytes: Buffer, left: number, top: number) =>
  [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].map(
    (value) => Math.round(value / 51),
  )

const plain = await createPicture().jpeg().toBuffer()
const png = await createPicture().png().toBuffer()
const slowly = await createPicture().jpeg({ progressive: true }).toBuffer()
const grey = await createPicture().toColourspace('b-w').jpeg({ progressive: true }).toBuffer()
const fine = await createPicture()
  .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
  .toBuffer()
/** The same JPEG with another size in its header. */
function claimed(bytes: Buffer, width: number, height: number): Buffer {
  const frame = bytes.findIndex(
    (byte, at) => byte === 0xff && [0xc0, 0xc2].includes(bytes[at + 1] ?? 0),
  )
  const copy = Buffer.from(bytes)
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}
/** The same PNG with another size, bit depth and color type in its header. */
function claimedPng(width: number, height: number, { depth = 8, kind = 6 } = {}): Buffer {
  const copy = Buffer.from(png)
  copy.writeUInt32BE(width, 16)
  copy.writeUInt32BE(height, 20)
  copy[24] = depth
  copy[25] = kind
  let all = 0xffffffff
  for (const byte of copy.subarray(12, 29)) {
    all ^= byte
    for (let bit = 0; bit < 8; bit++) all = all & 1 ? (all >>> 1) ^ 0xedb88320 : all >>> 1
  }
  copy.writeUInt32BE((all ^ 0xffffffff) >>> 0, 29)
  return copy
}

describe('recognition of a picture', () => {
  test('a picture is recognized by the complete signature of JPEG or PNG', async () => {
    for (const good of [plain, png]) {
      expect(await typeOf('photo', good)).toBe('made')
      const letters = good === plain ? 3 : 8
      for (let at = 0; at < letters; at++) {
        const other = Buffer.from(good)
        other[at] = (other[at] ?? 0) ^ 1
        expect([at, await typeOf('photo', other)]).toEqual([at, 'not an image'])
      }
    }
    for (const other of [createPicture().gif(), createPicture().webp(), createPicture().tiff()])
      expect(await typeOf('photo', await other.toBuffer())).toBe('not an image')
    expect(await typeOf('photo', new Uint8Array())).toBe('not an image')
  })

  test('a picture is accepted if it can be decoded to its end', async () => {
    for (const good of [plain, png])
      for (const imageKind of ['photo', 'account picture', 'face'] as const)
        for (const length of [good.length - 20, 100, 8])
          expect([imageKind, length, await typeOf(imageKind, good.subarray(0, length))]).toEqual([
            imageKind,
            length,
            'broken',
          ])
    // Phones write fill bytes between the segments.
    const scan = plain.indexOf(Buffer.from([0xff, 0xda]))
    const strange = [plain.subarray(0, scan), Buffer.from([1, 2, 3]), plain.subarray(scan)]
    expect(await typeOf('photo', Buffer.concat(strange))).toBe('made')
  })
})

describe('the decoding limits of a picture', () => {
  const isTooMuch = async (bytes: Buffer) => (await typeOf('photo', bytes)) === 'too many pixels'

  test.each<[string, Buffer, Buffer]>([
    ['60 million pixels', claimed(plain, 12_000, 5000), claimed(plain, 12_000, 5001)],
    ['16,384 pixels across', claimed(plain, 16_384, 200), claimed(plain, 16_385, 200)],
    ['16,384 pixels down', claimed(plain, 200, 16_384), claimed(plain, 200, 16_385)],
    ['6,144 pixels across a PNG', claimedPng(6144, 300), claimedPng(6145, 300)],
    ['16,384 pixels down a PNG', claimedPng(300, 16_384), claimedPng(300, 16_385)],
    ['40 million bytes of a PNG', claimedPng(2500, 4000), claimedPng(2500, 4001)],
    [
      '40 million bytes of an opaque PNG',
      claimedPng(4000, 3333, { kind: 2 }),
      claimedPng(4000, 3334, { kind: 2 }),
    ],
    [
      '40 million bytes of a PNG of 16 bits',
      claimedPng(2500, 2000, { depth: 16 }),
      claimedPng(2500, 2001, { depth: 16 }),
    ],
    [
      '40 million bytes of a progressive JPEG',
      claimed(slowly, 4000, 3333),
      claimed(slowly, 4000, 3334),
    ],
    [
      '40 million bytes of a grey progressive JPEG',
      claimed(grey, 5000, 4000),
      claimed(grey, 5000, 4001),
    ],
    [
      '40 million bytes of a progressive JPEG in full colour',
      claimed(fine, 3000, 2222),
      claimed(fine, 3000, 2223),
    ],
    [
      '64 scans',
      Buffer.concat([plain, Buffer.alloc(126, 'ffda', 'hex')]),
      Buffer.concat([plain, Buffer.alloc(128, 'ffda', 'hex')]),
    ],
  ])('the decoder accepts %s, and refuses one more', async (_, most, more) => {
    expect([await isTooMuch(most), await isTooMuch(more)]).toEqual([false, true])
  })

  test('the decoding limits apply to every output format', async () => {
    for (const imageKind of ['photo', 'picture', 'account picture', 'face'] as const)
      expect(await typeOf(imageKind, claimed(plain, 20_000, 20_000))).toBe('too many pixels')
  })
})

describe('a portrait photo', () => {
  test('a photo must have at least 200 pixels on each side', async () => {
    for (const [width, height, type] of [
      [199, 400, 'too small'],
      [400, 199, 'too small'],
      [200, 200, 'made'],
    ] as const)
      expect(await typeOf('photo', await createPicture(width, height).png().toBuffer())).toBe(type)
  })

  test('a photo becomes a JPEG of at most 1600 pixels on its longer side, and is never enlarged', async () => {
    const sides = async (width: number, height: number) =>
      (await about(await made('photo', createPicture(width, height).png()))).slice(0, 3)
    expect(await sides(3200, 800)).toEqual(['jpeg', 1600, 400])
    expect(await sides(800, 3200)).toEqual(['jpeg', 400, 1600])
    expect(await sides(320, 400)).toEqual(['jpeg', 320, 400])
    expect(divisor(await made('photo', plain))).toBe(
      divisor(await createPicture().jpeg({ quality: 85 }).toBuffer()),
    )
  })

  test('a photo becomes upright, on white, in sRGB, and without its location metadata', async () => {
    const turned = await made(
      'photo',
      halves(300, 400).withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'secret' } } }),
    )
    expect(await about(turned)).toEqual(['jpeg', 400, 300, 3, 'srgb'])
    expect([await pixel(turned, 390, 150), await pixel(turned, 10, 150)]).toEqual([
      [5, 0, 0],
      [0, 0, 5],
    ])
    expect(turned.includes('secret')).toBe(false)
    const clear = await made('photo', createPicture().ensureAlpha(0).png())
    expect(await pixel(clear, 100, 100)).toEqual([5, 5, 5])
    const print = await made('photo', createPicture().toColourspace('cmyk').jpeg())
    expect((await about(print)).slice(3)).toEqual([3, 'srgb'])
  })
})

describe('other pictures', () => {
  test('a profile picture must be a PNG of 150 by 150, as the app crops it', async () => {
    const bytes = await made('picture', createPicture(150, 150).png())
    expect((await about(bytes)).slice(0, 3)).toEqual(['png', 150, 150])
    for (const other of [
      createPicture(150, 150).jpeg(),
      createPicture(151, 150).png(),
      createPicture(150, 151).png(),
    ])
      expect(await typeOf('picture', await other.toBuffer())).toBe('too small')
  })

  test('a picture of a messaging account is not enlarged, however small it is', async () => {
    const sides = async (width: number, height: number) =>
      (await about(await made('account picture', createPicture(width, height).jpeg()))).slice(0, 3)
    expect(await sides(640, 320)).toEqual(['jpeg', 132, 66])
    expect(await sides(40, 50)).toEqual(['jpeg', 40, 50])
  })

  test('a face thumbnail is 96 by 128, cropped from the top, in the best quality that fits four kilobytes', async () => {
    const high = await made('face', halves(300, 900))
    expect((await about(high)).slice(0, 3)).toEqual(['jpeg', 96, 128])
    expect(await pixel(high, 48, 120)).toEqual([5, 0, 0])
    const qualities = await Promise.all(
      [70, 50, 30, 10].map(async (quality) =>
        divisor(await createPicture(96, 128).jpeg({ quality, mozjpeg: true }).toBuffer()),
      ),
    )
    expect(divisor(await made('face', plain))).toBe(qualities[0])
    const busy = await made('face', noisy(96, 128).png())
    expect(busy.length).toBeLessThanOrEqual(4096)
    expect([qualities[1], qualities[2]]).toContain(divisor(busy))
    // The result is smaller than that of the default encoder.
    expect((await sharp(busy).metadata()).isProgressive).toBe(true)
    const turned = await made('face', halves(400, 300).withMetadata({ orientation: 6 }))
    expect(await pixel(turned, 90, 64)).toEqual([5, 0, 0])
    const clear = await made('face', createPicture().ensureAlpha(0).png())
    expect(await pixel(clear, 48, 64)).toEqual([5, 5, 5])
  })
})
