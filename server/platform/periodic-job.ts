/** A background job of the server. */
export interface BackgroundJob {
  /** Stops the job: no further run is started. Resolves when the current run has ended. */
  readonly stop: () => Promise<void>
}

/** Runs `round` every `everyMs` milliseconds until the job is stopped. Runs never overlap. */
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
