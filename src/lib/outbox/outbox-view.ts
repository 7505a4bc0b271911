import type { OutboxItem, Receipt } from '#offline/outbox/outbox-records'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { createStore } from '../platform/store.ts'

/** What the screens show of the outbox of who is bound. */
export interface OutboxView {
  readonly items: readonly OutboxItem[]
  /**
   * The items as people count them: what waits behind another one here, as a step's mark does, is
   * part of that one.
   */
  readonly topLevelItems: readonly OutboxItem[]
  readonly receipts: readonly Receipt[]
  /** How many rows the university does not have yet. */
  readonly unsentCount: number
  /**
   * The phone could not read its store just now: what is shown here is what was last read, and not
   * all there is.
   */
  readonly unavailable?: boolean
  /** When the next try comes by itself, ms. */
  readonly nextAt?: number
  /** The browser has taken the store away; 'lost': with so many submissions that nobody has any more. */
  readonly loss?: StorageLoss
}

/** What became of submissions when the browser took the store away. */
export interface StorageLoss {
  readonly type: 'restored' | 'lost'
  readonly count: number
}

/** The view of an empty outbox. */
export const EMPTY_OUTBOX_VIEW: OutboxView = {
  items: [],
  topLevelItems: [],
  receipts: [],
  unsentCount: 0,
}

/** What was last read of the outbox; the code that reads it comes later than the first screen. */
export const outboxView = createStore<OutboxView>(EMPTY_OUTBOX_VIEW)

const SEEN = 'arrivalsSeen'
/** Until when the student has seen what arrived, ms. */
export const getDeliveriesSeenAt = (): number => Number(safeLocalStorage.getItem(SEEN) ?? 0)
/** Whatever has arrived so far was seen. */
export const markDeliveriesSeen = (): void => safeLocalStorage.setItem(SEEN, String(Date.now()))
