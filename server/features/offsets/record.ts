import { offsetServerTexts } from '#i18n/offsets-server'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { bookOffsets, type OffsetOrigin } from './books.ts'
import { lockOffset, type OffsetKey, setOffset } from './store.ts'

/**
 * Explains why an approved application or a scholarship cannot be offset by `fen` (null: the
 * approved amount); undefined if it can. A scholarship is offset as a whole. It stays locked until
 * the transaction ends.
 */
export async function explainOffsetRefusal(
  tx: Db,
  key: OffsetKey,
  fen: number | null,
): Promise<LocalizedText | undefined> {
  await lockStudent(tx, key.student)
  const found = await lockOffset(tx, key)
  if (found === undefined || found.isDone) return offsetServerTexts.notOpen
  const amount = fen ?? found.approved
  const isWhole = key.way !== 'scholarship' || amount === found.approved
  return amount < 1 || amount > found.approved || !isWhole ? offsetServerTexts.tooMuch : undefined
}

/** Offsets what `explainOffsetRefusal` has allowed in this transaction. */
export const recordOffset = (
  tx: Db,
  key: OffsetKey,
  fen: number | null,
  origin: OffsetOrigin,
): Promise<void> =>
  bookOffsets(tx, [key.student], origin, async () => {
    const amount = fen ?? (await lockOffset(tx, key))?.approved ?? 0
    await setOffset(tx, key, amount)
  })

/** Undoes an offset. Returns why it cannot be undone; undefined if it is. */
export const undoOffset = (
  tx: Db,
  key: OffsetKey,
  origin: OffsetOrigin,
): Promise<LocalizedText | undefined> =>
  bookOffsets(tx, [key.student], origin, async () => {
    const found = await lockOffset(tx, key)
    if (found?.isDone !== true) return offsetServerTexts.notDone
    await setOffset(tx, key, null)
    return undefined
  })
