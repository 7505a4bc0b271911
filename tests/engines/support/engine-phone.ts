import type { Screen } from '../../support/browser/screen.ts'

/** A phone with one of the engines. */
export interface EnginePhone {
  readonly page: Screen
  /** The errors and warnings of its console. */
  readonly complaints: readonly string[]
  /** Close it; its profile stays on disk. */
  readonly close: () => Promise<void>
}
