/** Something that keeps what is one person's. */
export interface PersonalStore {
  /** Somebody is bound: it may keep again. */
  readonly reopen?: () => void
  /**
   * Nobody is bound here any more: what it has is forgotten, and what is still on its way is not
   * kept.
   */
  readonly clear: () => void
}

const all = new Set<PersonalStore>()

/**
 * Whatever keeps something personal says so as soon as it is loaded: no binding ends without it
 * (D-105).
 */
export const registerPersonalStore = (one: PersonalStore): void => void all.add(one)

/** Somebody is bound. */
export const reopenPersonalStores = (): void => all.forEach(({ reopen }) => reopen?.())

/** Nobody is bound any more, or somebody else. */
export const clearPersonalData = (): void => all.forEach(({ clear }) => clear())
