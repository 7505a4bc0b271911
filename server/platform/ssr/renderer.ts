import type { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { createConcurrencyLimit } from '../concurrency.ts'
import { startWorkerThread } from '../worker-thread.ts'
import {
  type BackendResponse,
  type BackendRequest,
  type RenderOutput,
  FromWorker,
  type RenderThreadData,
  type ToWorker,
  type RenderRequest,
} from './thread-messages.ts'

/** Answers the requests of a page that is being rendered, as for a signed-out visitor. */
export type RenderFetch = (asked: BackendRequest) => Promise<BackendResponse>

/** Renders pages, one after another. */
export interface Renderer {
  /**
   * Renders a page. Undefined if there is no such page, or if it cannot be rendered now or in time.
   */
  readonly renderPage: (wish: RenderRequest, ask: RenderFetch) => Promise<RenderOutput | undefined>
  /** Ends the thread after its current page. The next page starts another thread. */
  readonly retireThread: () => void
}

const RENDER_TIMEOUT_MS = 10_000
/**
 * The time after which an idle thread is ended, ms. Ending it frees about 100 MB, and another
 * thread starts in less than a second.
 */
const IDLE_MS = 2_000
/** The time for which no thread is started after a thread has crashed or hung, ms. */
const PAUSE_AFTER_FAILURE_MS = 60_000
const MAX_WAITING = 20
const MEMORY_MB = 256

/**
 * Creates a renderer that runs the app's server entry in a worker thread. A thread is needed
 * because the app's modules contain the state of one visitor, because rendering must not block
 * requests, and because a crash must not end the server.
 */
export function createRenderer({
  beginning,
  onFault,
}: {
  beginning: () => RenderThreadData
  onFault: (error: unknown) => void
}): Renderer {
  const inTurn = createConcurrencyLimit({ atOnce: 1, waiting: MAX_WAITING })
  let thread: Worker | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let isRendering = false
  let isOver = false
  let pausedUntil = 0

  const end = () => {
    clearTimeout(idle)
    isOver = false
    void thread?.terminate()
    thread = undefined
  }
  const start = (): Worker => {
    const begun = startWorkerThread(import.meta.url, 'render-thread', {
      beginning: beginning(),
      memoryMb: MEMORY_MB,
    })
    begun.on('exit', () => {
      if (thread === begun) thread = undefined
    })
    return begun
  }
  const drawOne = async (
    wish: RenderRequest,
    ask: RenderFetch,
  ): Promise<RenderOutput | undefined> => {
    if (performance.now() < pausedUntil) return undefined
    clearTimeout(idle)
    isRendering = true
    try {
      thread ??= start()
      return await renderInThread(thread, wish, ask)
    } catch (error) {
      pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS
      isOver = true
      onFault(error)
      return undefined
    } finally {
      isRendering = false
      if (isOver) end()
      else idle = setTimeout(end, IDLE_MS).unref()
    }
  }
  const rest = () => {
    if (isRendering) isOver = true
    else end()
  }
  // If too many pages already wait, the request gets the unrendered page.
  return {
    renderPage: (wish, ask) => inTurn(() => drawOne(wish, ask)).catch(() => undefined),
    retireThread: rest,
  }
}

function renderInThread(
  thread: Worker,
  wish: RenderRequest,
  ask: RenderFetch,
): Promise<RenderOutput | undefined> {
  return new Promise((resolve, reject) => {
    const tell = (told: v.InferInput<typeof ToWorker>) => thread.postMessage(told)
    const hear = (message: unknown) => {
      const said = v.parse(FromWorker, message)
      if (said.type === 'rendered') return end(() => resolve(said.page))
      return void ask(said.request).then(
        (answer) => tell({ type: 'response', id: said.id, response: answer }),
        (error: unknown) => end(() => reject(error)),
      )
    }
    const fail = (error: unknown) => end(() => reject(error))
    const gone = () => fail(new Error('The drawing thread has ended.'))
    const limit = setTimeout(
      () => fail(new Error('A page took too long to draw.')),
      RENDER_TIMEOUT_MS,
    )
    limit.unref()
    const end = (how: () => void) => {
      clearTimeout(limit)
      thread.off('message', hear).off('error', fail).off('exit', gone)
      how()
    }
    thread.on('message', hear).on('error', fail).on('exit', gone)
    tell({ type: 'render', request: wish })
  })
}
