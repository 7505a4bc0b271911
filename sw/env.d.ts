export {}

declare global {
  /** Background Sync; TypeScript's own library leaves it out because not every browser has it. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
    readonly lastChance: boolean
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
