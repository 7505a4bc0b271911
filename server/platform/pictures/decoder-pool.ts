import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { refusalTexts } from '#i18n/refusals'
import { createConcurrencyLimit } from '../concurrency.ts'
import type { DecodeResult, PictureKind } from './decode-picture.ts'

// Beside the bundle lies the bundled one; from sources it is read as they are.
const isSource = import.meta.url.endsWith('.ts')
const PROGRAM = fileURLToPath(new URL(isSource ? './decoder.ts' : './decoder.js', import.meta.url))
const NEEDED = ['PATH', 'SYSTEMROOT', 'TEMP', 'TMPDIR']
// What a picture took is given back at once, and nothing is set aside for work that never comes.
const SMALL = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
  UV_THREADPOOL_SIZE: '2',
}
// What is accepted costs seconds of a core at most: what takes a minute hangs. After 20 seconds a
// good picture was called broken on a machine that was busy with eight other things.
const LONGEST_MS = 60_000
const IDLE_MS = 10_000
// What a decoder leaves behind in its memory goes with it.
const MOST_PICTURES = 100

/**
 * How many pictures are made at once: two at most, and one core is left to everybody's requests
 * where there are several.
 */
export const decoderCountFor = (cores: number): number => Math.max(1, Math.min(2, cores - 1))

const limitDecoders = createConcurrencyLimit({
  atOnce: decoderCountFor(availableParallelism()),
  waiting: 40,
  says: refusalTexts.picturesCrowded,
})
const idleDecoders: DecoderProcess[] = []

/**
 * Have a picture made when its turn comes. Throws `Overloaded` when too many wait already, and what
 * the system says when no decoder can be started: that is no fault of the picture.
 */
export const decodeInProcess = (wish: PictureKind, bytes: Uint8Array): Promise<DecodeResult> =>
  limitDecoders(async () => {
    const rested = idleDecoders.pop()
    // One that rested may have died of something else; a new one that dies has died of this
    // picture.
    return (
      (rested && (await decodeWith(rested, wish, bytes))) ??
      (await decodeWith(startDecoder(), wish, bytes)) ?? { type: 'broken' }
    )
  })

async function decodeWith(
  decoder: DecoderProcess,
  wish: PictureKind,
  bytes: Uint8Array,
): Promise<DecodeResult | undefined> {
  const decoded = await decoder.make(wish, bytes)
  if (decoded !== undefined && decoder.rest()) idleDecoders.push(decoder)
  return decoded
}

/** The decoders that run at this moment, by the id of their process. */
export const decoderProcessIds = (): number[] => [...running].flatMap(({ pid }) => pid ?? [])

const running = new Set<ChildProcess>()

interface DecoderProcess {
  /** Undefined when it died meanwhile. */
  readonly make: (wish: PictureKind, bytes: Uint8Array) => Promise<DecodeResult | undefined>
  /** Wait for the next picture; false when it is over. */
  readonly rest: () => boolean
}

const DecodeMessage = v.variant('type', [
  v.object({ type: v.literal('made'), bytes: v.instance(Uint8Array) }),
  v.object({ type: v.picklist(['not an image', 'broken', 'too small', 'too many pixels']) }),
])

function startDecoder(): DecoderProcess {
  const child = fork(PROGRAM, {
    execArgv: [
      '--single-threaded',
      '--max-semi-space-size=1',
      ...(isSource ? ['--import', 'tsx'] : []),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // It reads strangers' files: it is told no secrets.
    env: { ...SMALL, ...Object.fromEntries(NEEDED.map((name) => [name, process.env[name]])) },
  })
  running.add(child)
  // A resting one keeps nobody from leaving.
  child.unref()
  child.channel?.unref()
  let made = 0
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    if (child.connected) child.disconnect()
  }
  const endRest = () => {
    clearTimeout(idle)
    const at = idleDecoders.indexOf(decoder)
    if (at >= 0) idleDecoders.splice(at, 1)
  }
  const gone = () => {
    running.delete(child)
    endRest()
  }
  child.on('exit', gone)
  // Whoever waits for it hears of it too; without a listener it would end the server.
  child.on('error', () => child.pid === undefined && gone())
  const decoder: DecoderProcess = {
    make: (wish, bytes) => {
      clearTimeout(idle)
      made++
      return exchangeWithChild(child, { wish, bytes })
    },
    rest: () => {
      if (!child.connected || made >= MOST_PICTURES) {
        end()
        return false
      }
      idle = setTimeout(() => {
        endRest()
        end()
      }, IDLE_MS).unref()
      return true
    },
  }
  return decoder
}

function exchangeWithChild(
  child: ChildProcess,
  asked: { wish: PictureKind; bytes: Uint8Array },
): Promise<DecodeResult | undefined> {
  // One that was not started says so in a moment, and cannot be told anything.
  const isStarted = child.pid !== undefined
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      done({ type: 'broken' })
    }, LONGEST_MS)
    const done = (decoded: DecodeResult | undefined) => {
      clearTimeout(timer)
      child.off('message', heard).off('exit', died).off('error', failed)
      resolve(decoded)
    }
    const heard = (message: unknown) => {
      const answer = v.safeParse(DecodeMessage, message)
      done(answer.success ? answer.output : { type: 'broken' })
    }
    const died = () => done(undefined)
    const failed = (error: Error) => {
      if (!isStarted) reject(error)
      died()
    }
    child.on('message', heard).on('exit', died).on('error', failed)
    if (isStarted) child.send(asked, (error) => error !== null && died())
  })
}
