import type { Entry } from './precache.ts'

declare global {
  /** Background Sync; TypeScript's own library leaves it out because not every browser has it. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
    readonly lastChance: boolean
  }
  interface ServiceWorkerGlobalScope {
    /** What the build writes in. */
    readonly __WB_MANIFEST: readonly Entry[]
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
