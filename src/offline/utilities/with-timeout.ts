/**
 * Wait for some work no longer than `ms`; then what `late` gives or throws counts. No timer
 * outlives the answer.
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
