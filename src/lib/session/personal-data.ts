/** A store of personal data. */
export interface PersonalStore {
  /** Called when somebody is bound; the store is allowed to store data again. */
  readonly reopen?: () => void
  /**
   * Called when nobody is bound any more. The store deletes its data, and ignores responses that
   * arrive later.
   */
  readonly clear: () => void
}

const all = new Set<PersonalStore>()

/**
 * Registers a store of personal data. Every such store registers itself when it is loaded, so that
 * each unbinding clears it (D-105).
 */
export const registerPersonalStore = (one: PersonalStore): void => void all.add(one)

/** Reopens all stores of personal data after somebody is bound. */
export const reopenPersonalStores = (): void => all.forEach(({ reopen }) => reopen?.())

/**
 * Clears all stores of personal data when nobody is bound any more, or when another person is
 * bound.
 */
export const clearPersonalData = (): void => all.forEach(({ clear }) => clear())
