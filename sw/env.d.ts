import type { PrecachedFile } from '#contract/packs'

declare global {
  /** Background Sync; TypeScript's own library leaves it out because not every browser has it. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
    readonly lastChance: boolean
  }
  interface ServiceWorkerGlobalScope {
    /** Set by the worker's first file (build/split-worker.ts). */
    readonly precacheList: readonly PrecachedFile[]
    /** The path of the delivery worker of the same build; set by the worker's first file. */
    readonly deliveryScript: string
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
