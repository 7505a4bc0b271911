import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isTruncatedJpeg, detectImageDefect } from '#app/lib/pictures/image-defect.ts'

const noisy = {
  create: {
    width: 400,
    height: 300,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
} as const
const jpeg = await sharp(noisy).jpeg().toBuffer()
const file = (...parts: (Buffer | string)[]) =>
  new Blob(parts.map((part) => new Uint8Array(Buffer.from(part))))

test('a truncated JPEG is distinguished from a complete one [PHO-03]', async () => {
  const progressive = await sharp(noisy).jpeg({ progressive: true }).toBuffer()
  for (const whole of [jpeg, progressive]) {
    expect(await isTruncatedJpeg(file(whole))).toBe(false)
    // Some cameras append a short video or a depth map to the picture.
    expect(await isTruncatedJpeg(file(whole, 'more of the camera'))).toBe(false)
    for (const part of [0.02, 0.3, 0.9, 0.999])
      expect(
        await isTruncatedJpeg(file(whole.subarray(0, Math.floor(whole.length * part)))),
        String(part),
      ).toBe(true)
  }
  expect(await isTruncatedJpeg(file(await sharp(noisy).png().toBuffer()))).toBe(false)
})

test('the end marker of the thumbnail in a JPEG’s header does not count as the end of the picture', async () => {
  const thumbnail = await sharp(noisy).resize(40).jpeg().toBuffer()
  const size = Buffer.alloc(2)
  size.writeUInt16BE(thumbnail.length + 2)
  const carrying = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    size,
    thumbnail,
    jpeg.subarray(2),
  ])
  expect(await isTruncatedJpeg(file(carrying))).toBe(false)
  expect(await isTruncatedJpeg(file(carrying.subarray(0, -100)))).toBe(true)
})

test('a HEIC picture is distinguished from a truncated picture, and from a file that is not a picture', async () => {
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic'),
    Buffer.alloc(40),
  ])
  const apple = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypmif1'),
    Buffer.alloc(40),
  ])
  expect(await detectImageDefect(file(heic))).toBe('heic')
  expect(await detectImageDefect(file(apple))).toBe('heic')
  expect(await detectImageDefect(file(jpeg.subarray(0, 2000)))).toBe('cut')
  expect(await detectImageDefect(file('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('broken')
  expect(await detectImageDefect(file(''))).toBe('broken')
})
