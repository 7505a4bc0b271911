import type { PrecachedFile } from '#contract/packs'

declare global {
  /** Background Sync; TypeScript's own library leaves it out because not every browser has it. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
    readonly lastChance: boolean
  }
  interface ServiceWorkerGlobalScope {
    /** Defined in the file that starts the worker (build/split-worker.ts). */
    readonly precacheList: readonly PrecachedFile[]
    /** The URL of the script that sends the outbox; defined in the same file. */
    readonly deliveryScript: string
    /** Defined after that script was imported (sw/delivery.ts). */
    deliverOutbox?: (event: SyncEvent) => Promise<void>
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
