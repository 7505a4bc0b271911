import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import type { JpegOptions, Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OverloadedError } from '#server/platform/concurrency'
import {
  decodeInProcess,
  decoderProcessIds,
  decoderCountFor,
} from '#server/platform/pictures/decoder-pool'
import { jpegCoefficientBytes, countJpegScans } from '#server/platform/pictures/jpeg'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { createPicture } from '../support/backend/hostile-pictures.ts'
import { enrolSignedInStudent } from '../support/backend/students.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const UPLOAD = '/stuphoto/verifyStuPhoto'

const see = (width: number, height: number) => createPicture(width, height).ensureAlpha(0.5)
const turned = { orientation: 6 }

/** The accepted pictures that are most expensive to decode, one of each kind. */
const WORST: [string, () => Sharp][] = [
  ['a long screenshot', () => see(640, 15_600).png({ compressionLevel: 1, progressive: true })],
  [
    '13 million pixels in several passes',
    () => createPicture(4200, 3170).jpeg({ quality: 40, progressive: true }),
  ],
  [
    'a turned PNG in several passes',
    () =>
      createPicture(3650, 3650)
        .withMetadata(turned)
        .png({ compressionLevel: 1, progressive: true }),
  ],
  [
    'a transparent PNG of 16 bits',
    () => see(6144, 813).toColourspace('rgb16').png({ compressionLevel: 1 }),
  ],
  [
    'the same, turned, in several passes',
    () =>
      see(2236, 2236)
        .withMetadata(turned)
        .toColourspace('rgb16')
        .png({ compressionLevel: 1, progressive: true }),
  ],
]

// The header of the file is enough to refuse it, so none of these pictures is ever decoded.
const png = await see(300, 300).png().toBuffer()
const claims = (width: number, height: number, depth: number, interlaced: boolean) => {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes[24] = depth
  bytes[28] = interlaced ? 1 : 0
  bytes.writeUInt32BE(crc(bytes.subarray(12, 29)), 29)
  return bytes
}
function crc(bytes: Uint8Array): number {
  let all = 0xffffffff
  for (const byte of bytes) {
    all ^= byte
    for (let bit = 0; bit < 8; bit++) all = all & 1 ? (all >>> 1) ^ 0xedb88320 : all >>> 1
  }
  return (all ^ 0xffffffff) >>> 0
}
const jpeg = (options: JpegOptions) => createPicture(320, 400).jpeg(options).toBuffer()
const grown = (bytes: Buffer, width: number, height: number) => {
  const at = bytes.findIndex(
    (byte, index) => byte === 0xff && [0xc0, 0xc2].includes(bytes[index + 1] ?? 0),
  )
  const made = Buffer.from(bytes)
  made.writeUInt16BE(height, at + 5)
  made.writeUInt16BE(width, at + 7)
  return made
}

describe('12 limits on the cost of one picture [security 7]', () => {
  test('decoding the most expensive accepted picture takes at most 75 MB more than an idle decoder', async () => {
    const high = () =>
      Math.max(
        ...decoderProcessIds().map((id) =>
          Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]),
        ),
      )
    expect((await decodeInProcess('photo', await createPicture().jpeg().toBuffer())).type).toBe(
      'made',
    )
    const before = process.platform === 'linux' ? high() / 1024 : 0
    for (const [what, make] of WORST) {
      const bytes = await make().toBuffer()
      expect([what, (await decodeInProcess('photo', bytes)).type]).toEqual([what, 'made'])
      const cost = process.platform === 'linux' ? high() / 1024 - before : 0
      expect([what, cost < 75 ? 'bounded' : `${cost} MB`]).toEqual([what, 'bounded'])
    }
  })

  test.each([
    ['an interlaced PNG of 16 bits, 7,700 × 7,700', async () => claims(7700, 7700, 16, true)],
    ['a PNG of 16 bits, 7,700 × 7,700', async () => claims(7700, 7700, 16, false)],
    ['a PNG of 16 bits that is slightly too large', async () => claims(2240, 2240, 16, true)],
    ['a PNG that is too wide', async () => claims(6145, 300, 8, false)],
    [
      'a progressive JPEG of 24 million pixels',
      async () => grown(await jpeg({ progressive: true }), 5657, 4243),
    ],
    [
      'a progressive JPEG in full colour',
      async () => grown(await jpeg({ progressive: true, chromaSubsampling: '4:4:4' }), 2600, 2600),
    ],
    ['a JPEG that is too wide', async () => grown(await jpeg({}), 16_385, 1000)],
  ])('an oversized picture is refused with a message, undecoded: %s', async (_, file) => {
    const bytes = await file()
    expect(await decodeInProcess('photo', bytes)).toEqual({ type: 'too many pixels' })
    const { token } = await enrolSignedInStudent(backend)
    const said = await backend.post(
      '/stuphoto/verifyStuPhoto',
      { base64Photo: bytes.toString('base64') },
      { authorization: token },
    )
    expect([said.status, said.body.results]).toEqual([422, '照片像素过大，请缩小后再上传'])
  })

  test('the memory of a JPEG is determined from its frame and its first scan', async () => {
    const held = async (options: JpegOptions) =>
      jpegCoefficientBytes(await jpeg(options)) / (320 * 400)
    expect(await held({})).toBe(0)
    expect(await held({ progressive: true })).toBe(3)
    expect(await held({ progressive: true, chromaSubsampling: '4:4:4' })).toBe(6)
    // A baseline JPEG can be split into several scans as well. Its first scan then has one
    // component of three.
    const plain = await jpeg({})
    const cut = Buffer.from(plain)
    const scan = cut.findIndex((byte, index) => byte === 0xff && cut[index + 1] === 0xda)
    cut[scan + 4] = 1
    expect(jpegCoefficientBytes(cut) / (320 * 400)).toBe(3)
    for (const size of [3, 4, 20, 160])
      expect(jpegCoefficientBytes(plain.subarray(0, size))).toBe(Infinity)
    expect([countJpegScans(plain), countJpegScans(await jpeg({ progressive: true })) > 1]).toEqual([
      1,
      true,
    ])
    const thousand = Buffer.concat([
      plain,
      ...Array.from({ length: 70 }, () => plain.subarray(scan)),
    ])
    expect(await decodeInProcess('photo', thousand)).toEqual({ type: 'too many pixels' })
  })
})

describe('the decoders [security 12]', () => {
  test('at most two decoders work at once, and with several cores one core stays free for requests', () => {
    expect([1, 2, 3, 4, 64].map(decoderCountFor)).toEqual([1, 1, 2, 2, 2])
  })

  test('forty pictures can wait for the decoders, and further pictures are refused at once because the queue is full', async () => {
    const atOnce = decoderCountFor(availableParallelism())
    const small = await createPicture().jpeg().toBuffer()
    const asked = Array.from({ length: 50 }, () =>
      decodeInProcess('photo', small).then(
        ({ type }) => type,
        (error: unknown) => error,
      ),
    )
    const said = await Promise.all(asked)
    expect(decoderProcessIds().length).toBeLessThanOrEqual(atOnce)
    const taken = atOnce + 40
    expect(said.slice(0, taken)).toEqual(Array.from({ length: taken }, () => 'made'))
    expect(said.slice(taken).every((error) => error instanceof OverloadedError)).toBe(true)
  })

  test('a sender’s third picture while two are being decoded is refused with a message and Retry-After; other senders are served', async () => {
    const [one, other] = [await enrolSignedInStudent(backend), await enrolSignedInStudent(backend)]
    const ends: (() => void)[] = []
    const slowly = () => {
      const body = new ReadableStream({ start: (stream) => void ends.push(() => stream.close()) })
      const headers = { authorization: one.token, 'content-type': 'application/json' }
      return backend.fetch(UPLOAD, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    }
    const slow = [slowly(), slowly()]
    const base64Photo = (await createPicture().jpeg().toBuffer()).toString('base64')
    const send = ({ token }: { token: string }) =>
      backend.post(UPLOAD, { base64Photo: 'AAAA' }, { authorization: token })
    // Poll rarely enough to stay below the request limit.
    await waitUntil(async () => expect((await send(one)).status).toBe(503), 400)
    const late = await backend.post(UPLOAD, { base64Photo }, { authorization: one.token })
    expect([late.status, late.body]).toEqual([
      503,
      { code: '503', results: '现在上传照片的人较多，请稍后再试' },
    ])
    expect(late.headers.get('retry-after')).toBe('5')
    expect((await send(other)).status).toBe(422)
    for (const end of ends) end()
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([400, 400])
    expect(
      (await backend.post(UPLOAD, { base64Photo }, { authorization: one.token })).body.code,
    ).toBe('0')
  })

  test('a picture that kills its decoder is reported as broken, and the next picture is decoded', async () => {
    const large = await createPicture(4000, 3000)
      .jpeg({ quality: 40, progressive: true })
      .toBuffer()
    // Kill the decoders as the kernel kills a process that uses too much memory.
    const killing = setInterval(
      () => decoderProcessIds().forEach((id) => process.kill(id, 'SIGKILL')),
      5,
    )
    expect((await decodeInProcess('photo', large)).type).toBe('broken')
    clearInterval(killing)
    expect((await decodeInProcess('photo', large)).type).toBe('made')
    // A decoder that has died while idle does not fail the next picture.
    for (const id of decoderProcessIds()) process.kill(id, 'SIGKILL')
    expect((await decodeInProcess('photo', large)).type).toBe('made')
  })

  test('a decoder that died while idle does not shorten the idle time of its successor', async () => {
    const small = await createPicture().jpeg().toBuffer()
    const endAll = async () => {
      for (const id of decoderProcessIds()) process.kill(id, 'SIGKILL')
      while (decoderProcessIds().length > 0) await turn()
    }
    await endAll()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await decodeInProcess('photo', small)
      await endAll()
      vi.advanceTimersByTime(6000)
      await decodeInProcess('photo', small)
      const next = decoderProcessIds()
      // By now the first decoder would have been idle for ten seconds.
      vi.advanceTimersByTime(6000)
      await decodeInProcess('photo', small)
      expect(decoderProcessIds()).toEqual(next)
      vi.advanceTimersByTime(11_000)
      while (decoderProcessIds().length > 0) await turn()
    } finally {
      vi.useRealTimers()
    }
  })

  test.runIf(process.platform === 'linux')(
    'a decoder gets no secrets, and each of its threads has low priority',
    async () => {
      process.env['SECRET_OF_THIS_TEST'] = 'do-not-tell'
      for (const id of decoderProcessIds()) process.kill(id, 'SIGKILL')
      await Promise.all(
        Array.from({ length: 3 }, async () =>
          decodeInProcess('photo', await createPicture().jpeg().toBuffer()),
        ),
      )
      const ids = decoderProcessIds()
      expect(ids.length).toBeGreaterThan(0)
      for (const id of ids) {
        expect(readFileSync(`/proc/${id}/environ`, 'utf8')).not.toMatch(/do-not-tell|DATABASE_URL/)
        const nice = readdirSync(`/proc/${id}/task`).map(
          (thread) =>
            readFileSync(`/proc/${id}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16],
        )
        expect(new Set(nice)).toEqual(new Set(['10']))
      }
      delete process.env['SECRET_OF_THIS_TEST']
    },
  )
})
