import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { createExternalStore } from '../platform/store.ts'

/** The signed-in person's outbox as the screens show it. */
export interface OutboxView {
  readonly items: readonly OutboxItem[]
  /**
   * The items as users count them. An item that depends on another item in the outbox, such as the
   * completion of a step, is counted with that item.
   */
  readonly topLevelItems: readonly OutboxItem[]
  readonly receipts: readonly DeliveryReceipt[]
  /** The number of `topLevelItems`. */
  readonly unsentCount: number
  /**
   * True if the database could not be read. The view then shows the last successful read, which
   * might be incomplete.
   */
  readonly unavailable?: boolean
  /** When the next automatic attempt starts, ms since the epoch. */
  readonly nextAt?: number
  /** Set after the browser has deleted the database. */
  readonly loss?: StorageLoss
}

/**
 * The loss of `count` submissions when the browser deleted the database. 'restored': this page has
 * restored them from its memory; 'lost': they are lost.
 */
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

/** The outbox as last read. The code that reads it is loaded after the first screen. */
export const outboxView = createExternalStore<OutboxView>(EMPTY_OUTBOX_VIEW)

const SEEN = 'arrivalsSeen'
/** The time up to which the student has seen the deliveries, ms since the epoch. */
export const getLastSeenDeliveriesTime = (): number => Number(safeLocalStorage.getItem(SEEN) ?? 0)
/** Marks all deliveries so far as seen. */
export const markDeliveriesSeen = (): void => safeLocalStorage.setItem(SEEN, String(Date.now()))
