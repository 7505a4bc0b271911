import { wrapPageSteps, type PageSteps } from './killable-steps.ts'

/** Pages that run concurrently, one step at a time. */
export interface TabInterleaving {
  /** The wrapper that schedules the steps of a page. */
  readonly steps: PageSteps
  /** Run the pages until all have ended. */
  readonly run: (pages: readonly (() => Promise<unknown>)[]) => Promise<void>
}

/**
 * Run several pages concurrently, in an order that the run chooses. Every transaction and every
 * request waits for its turn, and `choices`, which repeat, say whose turn it is. Without choices
 * the steps run in the order in which they began.
 */
export function interleaveTabs(choices: readonly number[]): TabInterleaving {
  const waiting: (() => Promise<void>)[] = []
  let turns = 0
  const step = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push(() => work().then(resolve, reject))
    })
  const goOn = async () => {
    const choice = choices[turns++ % Math.max(1, choices.length)] ?? 0
    const [next] = waiting.splice(choice % waiting.length, 1)
    await next?.()
  }
  return {
    steps: wrapPageSteps(step),
    run: async (pages) => {
      let left = pages.length
      const all = Promise.all(pages.map((page) => page().finally(() => (left -= 1))))
      while (left > 0) {
        // Wait until a page that was just answered has reached its next step.
        await new Promise((come) => setImmediate(come))
        if (waiting.length > 0) await goOn()
      }
      await all
    },
  }
}
