import type { PrecachedFile } from '#contract/packs'

declare global {
  /** Background Sync; TypeScript's own library leaves it out because not every browser has it. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
    readonly lastChance: boolean
  }
  interface ServiceWorkerGlobalScope {
    /** Brought along by the file that starts the worker (build/split-worker.ts). */
    readonly kept: readonly PrecachedFile[]
    /** Where the file is that delivers what waits; named there as well. */
    readonly delivery: string
    /** Only there once that file was imported (sw/delivery.ts). */
    deliverWaiting?: (event: SyncEvent) => Promise<void>
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
