import { toBase64url } from '#contract/bytes'
import { isSealedScanText } from '#contract/checkin-pass'
import { newScanKey, openScan } from '#contract/sealed-scan'
import type { Db } from '../../platform/database/db.ts'

/**
 * The public key for which supervisors' phones encrypt waiting scans, base64url. It is created at
 * the first request.
 */
export async function scanPublicKey(db: Db, now: Date): Promise<string> {
  const known = await findScanKey(db)
  if (known !== undefined) return toBase64url(new Uint8Array(known.point))
  const { point, secret } = await newScanKey()
  // Another process might have created a key; the first key stays.
  await db
    .insertInto('scan_key')
    .values({ point: Buffer.from(point), secret: Buffer.from(secret), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return toBase64url(new Uint8Array((await findScanKey(db))?.point ?? point))
}

/**
 * Decrypts a scanned text. Text that is not encrypted is returned unchanged. Undefined if the text
 * was encrypted for another key.
 */
export async function unsealScanWithCampusKey(
  db: Db,
  scanned: string,
): Promise<string | undefined> {
  if (!isSealedScanText(scanned)) return scanned
  const known = await findScanKey(db)
  return known && openScan(scanned, new Uint8Array(known.secret))
}

const findScanKey = (db: Db) =>
  db.selectFrom('scan_key').select(['point', 'secret']).executeTakeFirst()
