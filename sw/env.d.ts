import type { PrecachedFile } from '#contract/packs'

declare global {
  /** Background Sync; TypeScript's own library leaves it out because not every browser has it. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
    readonly lastChance: boolean
  }
  interface ServiceWorkerGlobalScope {
    /** Brought along by the file that starts the worker (build/split-worker.ts). */
    readonly precacheList: readonly PrecachedFile[]
    /** Where the file is that delivers what waits; named there as well. */
    readonly deliveryScript: string
    /** Only there once that file was imported (sw/delivery.ts). */
    deliverOutbox?: (event: SyncEvent) => Promise<void>
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
