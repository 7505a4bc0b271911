/** A background job of the server. */
export interface BackgroundJob {
  /** Starts no further round; resolves when the current one has ended. */
  readonly stop: () => Promise<void>
}

/** Runs `round` every `everyMs` until it is stopped. Rounds never overlap. */
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
