/** Does all steps of a piece of work at once. */
export function runSteps<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
