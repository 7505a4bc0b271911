import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { refusalTexts } from '#i18n/refusals'
import { createConcurrencyLimit } from '../concurrency.ts'
import type { DecodeResult, PictureKind } from './decode-picture.ts'

// In a bundle, the bundled decoder is next to this file; otherwise the source is run.
const isSource = import.meta.url.endsWith('.ts')
const PROGRAM = fileURLToPath(new URL(isSource ? './decoder.ts' : './decoder.js', import.meta.url))
const NEEDED = ['PATH', 'SYSTEMROOT', 'TEMP', 'TMPDIR']
// Environment variables that make the allocator return memory at once and reserve none.
const SMALL = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
  UV_THREADPOOL_SIZE: '2',
}
// An accepted picture takes a few seconds of a core, so a decoder that takes a minute hangs. A
// limit of 20 seconds was too short on a busy machine. In ms.
const LONGEST_MS = 60_000
const IDLE_MS = 10_000
// A decoder is replaced after this many pictures, which frees memory that it leaks.
const MOST_PICTURES = 100

/** The number of concurrent decoders: at most two, with one core left for requests. */
export const decoderCountFor = (cores: number): number => Math.max(1, Math.min(2, cores - 1))

const limitDecoders = createConcurrencyLimit({
  atOnce: decoderCountFor(availableParallelism()),
  waiting: 40,
  says: refusalTexts.picturesCrowded,
})
const idleDecoders: DecoderProcess[] = []

/**
 * Decodes a picture in a separate process. Throws `OverloadedError` if too many pictures already
 * wait. If no decoder can be started, which is not the picture's fault, throws the system's error.
 */
export const decodeInProcess = (wish: PictureKind, bytes: Uint8Array): Promise<DecodeResult> =>
  limitDecoders(async () => {
    const rested = idleDecoders.pop()
    // An idle decoder might have died for another reason, so the picture is tried once more. If a
    // new decoder dies, the picture is the cause.
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

/** The process ids of the running decoders. */
export const decoderProcessIds = (): number[] => [...running].flatMap(({ pid }) => pid ?? [])

const running = new Set<ChildProcess>()

interface DecoderProcess {
  /** Decodes a picture. Resolves to undefined if the decoder died in the meantime. */
  readonly make: (wish: PictureKind, bytes: Uint8Array) => Promise<DecodeResult | undefined>
  /** Makes the decoder idle. Returns false if it has to be replaced. */
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
    // A decoder reads untrusted files, so its environment contains no secrets.
    env: { ...SMALL, ...Object.fromEntries(NEEDED.map((name) => [name, process.env[name]])) },
  })
  running.add(child)
  // An idle decoder does not keep the process alive.
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
  // Callers add their own listeners. Without this listener, an 'error' event would end the server
  // when no caller listens.
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
  // A child process that could not be started has no pid; its 'error' event follows later.
  const isStarted = child.pid !== undefined
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      done({ type: 'broken' })
    }, LONGEST_MS)
    const done = (decoded: DecodeResult | undefined) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', died).off('error', failed)
      resolve(decoded)
    }
    const onMessage = (message: unknown) => {
      const answer = v.safeParse(DecodeMessage, message)
      done(answer.success ? answer.output : { type: 'broken' })
    }
    const died = () => done(undefined)
    const failed = (error: Error) => {
      if (!isStarted) reject(error)
      died()
    }
    child.on('message', onMessage).on('exit', died).on('error', failed)
    if (isStarted) child.send(asked, (error) => error !== null && died())
  })
}
