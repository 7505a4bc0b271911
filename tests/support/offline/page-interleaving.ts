import { wrapPageSteps, type PageSteps } from './killable-steps.ts'

/** Pages of which one goes on at a time, by one step. */
export interface PageInterleaving {
  /** What a page's steps are let through by. */
  readonly steps: PageSteps
  /** Let the pages go on until all have ended. */
  readonly run: (pages: readonly (() => Promise<unknown>)[]) => Promise<void>
}

/**
 * Have several pages at work at once, in an order of the history's own: every transaction and every
 * request waits for its turn, and `choices` say whose it is, over and over. Without a choice they go
 * on in the order in which they came.
 */
export function interleavePages(choices: readonly number[]): PageInterleaving {
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
        // Whoever has just been answered comes to its next step.
        await new Promise((come) => setImmediate(come))
        if (waiting.length > 0) await goOn()
      }
      await all
    },
  }
}
