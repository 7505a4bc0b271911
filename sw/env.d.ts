import type { Entry } from './precache.ts'

declare global {
  /** Background Sync; TypeScript's own library leaves it out because not every browser has it. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
    readonly lastChance: boolean
  }
  interface ServiceWorkerGlobalScope {
    /** Brought along by the file that starts the worker (build/worker-files.ts). */
    readonly kept: readonly Entry[]
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
