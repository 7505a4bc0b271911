/**
 * Waits for `work` for at most `ms` milliseconds. After that time the promise settles with what
 * `late` returns or throws. The timer is cleared as soon as `work` settles.
 */
export async function withTimeout<T, Late>(
  ms: number,
  work: Promise<T>,
  late: () => Late,
): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return Promise.race([work, silence.then(late)]).finally(() => clearTimeout(timer))
}
