/**
 * Holds a submission back until everything that was picked or drawn before it is part of the
 * answers: a picture that is being reduced, a file that is being stored.
 */
export class SubmissionHold {
  #count = 0
  #waiting: (() => void)[] = []

  /** Holds submissions back until the returned function is called. */
  readonly begin = (): (() => void) => {
    let isOver = false
    this.#count += 1
    return () => {
      if (isOver) return
      isOver = true
      this.#count -= 1
      if (this.#count === 0) for (const goOn of this.#waiting.splice(0)) goOn()
    }
  }

  get isHeld(): boolean {
    return this.#count > 0
  }

  /** Resolves when nothing holds submissions back. */
  async whenFree(): Promise<void> {
    while (this.isHeld)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
  }
}
