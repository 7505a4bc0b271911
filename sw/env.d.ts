import type { KeptFile } from '#contract/packs'

declare global {
  /** Background Sync; TypeScript's own library leaves it out because not every browser has it. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
    readonly lastChance: boolean
  }
  interface ServiceWorkerGlobalScope {
    /** Brought along by the file that starts the worker (build/worker-files.ts). */
    readonly kept: readonly KeptFile[]
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
