import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusalTexts } from '#i18n/refusals'
import { OverloadedError } from '#server/platform/concurrency'
import {
  decodeInProcess,
  decoderProcessIds,
  decoderCountFor,
} from '#server/platform/pictures/decoder-pool'
import { createPicture } from '../../../support/backend/hostile-pictures.ts'
import { WAIT_TIMEOUT_MS } from '../../../support/setup/timeouts.ts'

const small = await createPicture().jpeg().toBuffer()
/** Input that a decoder refuses at once. */
const none = Buffer.from('none')
const SECOND = 1000

const kill = (signal: 'SIGKILL' | 'SIGSTOP') => {
  for (const id of decoderProcessIds()) process.kill(id, signal)
}
/** Wait until only this many decoders are left. The fake clock does not advance meanwhile. */
async function areLeft(few: number): Promise<void> {
  const begun = performance.now()
  while (decoderProcessIds().length > few) {
    if (performance.now() - begun > WAIT_TIMEOUT_MS) throw new Error(`More than ${few} are left.`)
    await turn()
  }
}
// The idle times and timeouts of decoders run on fake timers.
beforeEach(async () => {
  kill('SIGKILL')
  await areLeft(0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

describe('a decoder process', () => {
  test('a decoder ends after ten idle seconds', async () => {
    expect(decoderProcessIds()).toEqual([])
    expect((await decodeInProcess('photo', small)).type).toBe('made')
    const first = decoderProcessIds()
    expect(first).toHaveLength(1)
    for (let n = 0; n < 3; n++) {
      vi.advanceTimersByTime(9 * SECOND)
      expect(await decodeInProcess('photo', none)).toEqual({ type: 'not an image' })
      expect(decoderProcessIds()).toEqual(first)
    }
    vi.advanceTimersByTime(10 * SECOND)
    // The next request gets another decoder, even if the ended one has not exited yet.
    expect(await decodeInProcess('photo', none)).toEqual({ type: 'not an image' })
    await areLeft(1)
    expect(decoderProcessIds()).not.toEqual(first)
  })

  test('a decoder is replaced after a hundred pictures', async () => {
    await decodeInProcess('photo', none)
    const [first] = decoderProcessIds()
    for (let n = 2; n <= 100; n++) {
      expect([n, decoderProcessIds()]).toEqual([n, [first]])
      await decodeInProcess('photo', none)
    }
    await areLeft(0)
    await decodeInProcess('photo', none)
    expect(decoderProcessIds()).toHaveLength(1)
    expect(decoderProcessIds()).not.toEqual([first])
  })

  test('a decoder that hangs is killed after a minute: its picture is reported as broken, and the next one is decoded', async () => {
    await decodeInProcess('photo', none)
    kill('SIGSTOP')
    let said: unknown
    const hanging = decodeInProcess('photo', small).then(({ type }) => (said = type))
    await turn()
    vi.advanceTimersByTime(60 * SECOND - 1)
    await turn()
    expect([said, decoderProcessIds().length]).toEqual([undefined, 1])
    vi.advanceTimersByTime(1)
    expect(await hanging).toBe('broken')
    await areLeft(0)
    expect((await decodeInProcess('photo', small)).type).toBe('made')
  })

  test('a decoder that died while idle does not fail the next picture', async () => {
    await decodeInProcess('photo', none)
    kill('SIGKILL')
    expect((await decodeInProcess('photo', small)).type).toBe('made')
    kill('SIGKILL')
    await areLeft(0)
    expect((await decodeInProcess('photo', small)).type).toBe('made')
    expect(decoderProcessIds()).toHaveLength(1)
  })

  test('a picture on which a decoder dies is reported as broken, and the next one is decoded', async () => {
    const killing = setInterval(() => kill('SIGKILL'), 1)
    expect(await decodeInProcess('photo', small)).toEqual({ type: 'broken' })
    clearInterval(killing)
    expect((await decodeInProcess('photo', small)).type).toBe('made')
  })

  test('a picture is not reported as broken if the decoder cannot be started, and nobody waits for it', async () => {
    const { execPath } = process
    process.execPath = '/nowhere'
    try {
      for (let n = 0; n < 3; n++)
        await expect(decodeInProcess('photo', small)).rejects.toThrow('spawn /nowhere ENOENT')
    } finally {
      process.execPath = execPath
    }
    expect((await decodeInProcess('photo', small)).type).toBe('made')
  })

  test.runIf(process.platform === 'linux')(
    'a decoder gets the environment variables that it needs, and no secrets',
    async () => {
      process.env['SECRET_OF_THIS_TEST'] = 'do-not-tell'
      await decodeInProcess('photo', none)
      const told = readFileSync(`/proc/${decoderProcessIds()[0]}/environ`, 'utf8').split('\0')
      delete process.env['SECRET_OF_THIS_TEST']
      const names = told.map((one) => one.split('=')[0])
      expect(names).toEqual(
        expect.arrayContaining(['PATH', 'MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE']),
      )
      expect(told.join()).not.toMatch(/do-not-tell|DATABASE_URL/)
    },
  )
})

describe('the decoder pool', () => {
  test('at most two decoders run, and they leave one core free', () => {
    expect([1, 2, 3, 4, 64].map(decoderCountFor)).toEqual([1, 1, 2, 2, 2])
  })

  test('forty pictures wait for the decoders, and further ones are refused with Retry-After', async () => {
    const atOnce = decoderCountFor(availableParallelism())
    const said = await Promise.all(
      Array.from({ length: 45 }, () =>
        decodeInProcess('photo', none).then(
          ({ type }) => type,
          (error: unknown) => error,
        ),
      ),
    )
    expect(decoderProcessIds()).toHaveLength(atOnce)
    const taken = atOnce + 40
    expect(said.slice(0, taken)).toEqual(Array(taken).fill('not an image'))
    const refused = said.slice(taken)
    expect(refused.length).toBeGreaterThan(0)
    for (const error of refused)
      expect(error instanceof OverloadedError && error.says).toBe(refusalTexts.picturesCrowded)
  })
})
