import type { Screen } from '../../support/browser/screen.ts'

/** A phone whose browser has one of the engines. */
export interface EnginePhone {
  readonly page: Screen
  /** The errors and warnings of the phone's console. */
  readonly complaints: readonly string[]
  /** Close the phone; its profile stays on disk. */
  readonly close: () => Promise<void>
}
