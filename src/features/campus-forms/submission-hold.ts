/**
 * Holds a submission back until everything that was picked or drawn before it is part of the
 * answers: a picture that is being reduced, a file that is being stored.
 */
export class SubmissionHold {
  #count = 0
  #failed: string | undefined
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

  /** Records that a file of the field with this id could not be added. */
  readonly fail = (field: string): void => void (this.#failed = field)

  /**
   * Resolves when nothing holds submissions back: to the id of a field whose file could not be added
   * meanwhile, without which the answers must not be sent.
   */
  async whenFree(): Promise<string | undefined> {
    this.#failed = undefined
    while (this.isHeld)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    return this.#failed
  }
}
