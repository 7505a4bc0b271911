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
    /** The URL of the script that sends the outbox; set by the worker's first file. */
    readonly deliveryScript: string
    /** Set by the delivery script when it is imported (sw/delivery.ts). */
    deliverOutbox?: (event: SyncEvent) => Promise<void>
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
