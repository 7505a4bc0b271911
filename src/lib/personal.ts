/** Something that keeps what is one person's. */
export interface Personal {
  /** Somebody is bound: it may keep again. */
  readonly open?: () => void
  /**
   * Nobody is bound here any more: what it has is forgotten, and what is still on its way is not
   * kept.
   */
  readonly close: () => void
}

const all = new Set<Personal>()

/**
 * Whatever keeps something personal says so as soon as it is loaded: no binding ends without it
 * (D-105).
 */
export const keepsPersonal = (one: Personal): void => void all.add(one)

/** Somebody is bound. */
export const openPersonal = (): void => all.forEach(({ open }) => open?.())

/** Nobody is bound any more, or somebody else. */
export const closePersonal = (): void => all.forEach(({ close }) => close())
