/** A work of the server that goes on beside the requests. */
export interface BackgroundJob {
  /** Begin no more of it, and wait for what runs. */
  readonly stop: () => Promise<void>
}

/** Do this every so many milliseconds as long as the server runs; while one round runs, no other begins. */
export function startPeriodicJob(
  round: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
): BackgroundJob {
  let running: Promise<unknown> | undefined
  const begin = () => {
    running ??= round()
      .catch(onError)
      .finally(() => (running = undefined))
  }
  const timer = setInterval(begin, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
