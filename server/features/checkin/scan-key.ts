import { toBase64url } from '#contract/bytes'
import { isSealedScanText } from '#contract/checkin-pass'
import { newScanKey, openScan } from '#contract/sealed-scan'
import type { Db } from '../../platform/database/db.ts'

/** The public key that supervisors' phones seal waiting scans for, base64url; made when first asked for. */
export async function scanPublicKey(db: Db, now: Date): Promise<string> {
  const known = await findScanKey(db)
  if (known !== undefined) return toBase64url(new Uint8Array(known.point))
  const { point, secret } = await newScanKey()
  // Another process may have been quicker; the first key stays.
  await db
    .insertInto('scan_key')
    .values({ point: Buffer.from(point), secret: Buffer.from(secret), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return toBase64url(new Uint8Array((await findScanKey(db))?.point ?? point))
}

/**
 * What was scanned: a sealed text opened, any other as it is. Undefined for what was sealed with a
 * key that is not this university's, or not any more.
 */
export async function unsealScan(db: Db, scanned: string): Promise<string | undefined> {
  if (!isSealedScanText(scanned)) return scanned
  const known = await findScanKey(db)
  return known && openScan(scanned, new Uint8Array(known.secret))
}

const findScanKey = (db: Db) =>
  db.selectFrom('scan_key').select(['point', 'secret']).executeTakeFirst()
