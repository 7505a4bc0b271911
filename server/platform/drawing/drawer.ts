import type { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { concurrencyLimit } from '../concurrency.ts'
import { startThread } from '../thread.ts'
import {
  type Answered,
  type Asked,
  type Drawn,
  Said,
  type Start,
  type Told,
  type Wish,
} from './wire.ts'

/** Answers what a page asks for, as a stranger would be answered. */
export type Ask = (asked: Asked) => Promise<Answered>

/** Draws pages, one after the other. */
export interface Drawer {
  /** Undefined where there is no such page, where it cannot be drawn now, or not in time. */
  readonly draw: (wish: Wish, ask: Ask) => Promise<Drawn | undefined>
  /** End the thread, after the page that it draws. The next one starts another. */
  readonly rest: () => void
}

const LONGEST_MS = 10_000
/** A resting thread gives back about 100 MB; another starts in less than a second. */
const IDLE_MS = 2_000
/** After a thread has died or hung. */
const PAUSE_MS = 60_000
const WAITING = 20
const MEMORY_MB = 256

/**
 * Draw with what the app's build has for it, in a thread of its own: the screens are made for one
 * person at a time, drawing must not hold up requests, and what breaks there breaks nothing here.
 */
export function openDrawer({
  beginning,
  onFault,
}: {
  beginning: () => Start
  onFault: (error: unknown) => void
}): Drawer {
  const inTurn = concurrencyLimit({ atOnce: 1, waiting: WAITING })
  let thread: Worker | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let isDrawing = false
  let isOver = false
  let pausedUntil = 0

  const end = () => {
    clearTimeout(idle)
    isOver = false
    void thread?.terminate()
    thread = undefined
  }
  const start = (): Worker => {
    const begun = startThread(import.meta.url, 'thread', {
      beginning: beginning(),
      memoryMb: MEMORY_MB,
    })
    begun.on('exit', () => {
      if (thread === begun) thread = undefined
    })
    return begun
  }
  const drawOne = async (wish: Wish, ask: Ask): Promise<Drawn | undefined> => {
    if (performance.now() < pausedUntil) return undefined
    clearTimeout(idle)
    isDrawing = true
    try {
      thread ??= start()
      return await drawnBy(thread, wish, ask)
    } catch (error) {
      pausedUntil = performance.now() + PAUSE_MS
      isOver = true
      onFault(error)
      return undefined
    } finally {
      isDrawing = false
      if (isOver) end()
      else idle = setTimeout(end, IDLE_MS).unref()
    }
  }
  const rest = () => {
    if (isDrawing) isOver = true
    else end()
  }
  // Who finds too many waiting gets the frame.
  return { draw: (wish, ask) => inTurn(() => drawOne(wish, ask)).catch(() => undefined), rest }
}

function drawnBy(thread: Worker, wish: Wish, ask: Ask): Promise<Drawn | undefined> {
  return new Promise((resolve, reject) => {
    const tell = (told: v.InferInput<typeof Told>) => thread.postMessage(told)
    const hear = (message: unknown) => {
      const said = v.parse(Said, message)
      if (said.type === 'drawn') return end(() => resolve(said.drawn))
      return void ask(said.asked).then(
        (answer) => tell({ type: 'answered', id: said.id, answer }),
        (error: unknown) => end(() => reject(error)),
      )
    }
    const fail = (error: unknown) => end(() => reject(error))
    const gone = () => fail(new Error('The drawing thread has ended.'))
    const limit = setTimeout(() => fail(new Error('A page took too long to draw.')), LONGEST_MS)
    limit.unref()
    const end = (how: () => void) => {
      clearTimeout(limit)
      thread.off('message', hear).off('error', fail).off('exit', gone)
      how()
    }
    thread.on('message', hear).on('error', fail).on('exit', gone)
    tell({ type: 'draw', wish })
  })
}
