import { sql } from 'kysely'
import { toBase64url } from '#contract/bytes'
import { CREDENTIAL_MS } from '#contract/checkin-pass'
import { idOfKey, type PublicKey } from '#contract/checkin-pass-check'
import { after, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

const SIGNS_SECONDS = 90 * DAY_SECONDS
/**
 * A new key is told of so long before it signs: a roster that a phone has kept for a week knows it
 * already.
 */
const AHEAD_SECONDS = 7 * DAY_SECONDS
/**
 * What an old key signed last may be scanned for a credential's time, and a scan may wait as long
 * again.
 */
const REMEMBERED_SECONDS = (2 * CREDENTIAL_MS) / 1000

interface Key {
  readonly id: string
  readonly point: string
  readonly secret: Buffer
  readonly signs_from: Date
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' }

/** The key that signs now, as a function: the key itself goes no further. */
export async function signer(db: Db, now: Date) {
  const keys = await keysFor(db, now)
  const key = keys.findLast((one) => one.signs_from <= now) ?? keys[0]
  if (key === undefined) throw new Error('There is no key for passes')
  const secret = await crypto.subtle.importKey('pkcs8', new Uint8Array(key.secret), P256, false, [
    'sign',
  ])
  return {
    id: new Uint8Array(Buffer.from(key.id, 'hex')),
    sign: async (body: Uint8Array<ArrayBuffer>) =>
      new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, secret, body)),
  }
}

/**
 * The public keys that a scanner needs: of what signs, of what will, and of what signed not long
 * ago.
 */
export async function publicKeys(db: Db, now: Date): Promise<PublicKey[]> {
  const keys = await keysFor(db, now)
  return keys
    .filter((_key, index) => (keys[index + 1]?.signs_from ?? now) > after(now, -REMEMBERED_SECONDS))
    .map(({ id, point }) => ({ id, point }))
}

/** Every public key there ever was: what an old one signed still is what it was. */
export const allPublicKeys = (db: Db): Promise<PublicKey[]> =>
  db.selectFrom('pass_key').select(['id', 'point']).execute()

/**
 * All keys, the oldest first; makes the first one, and the next one in time. Of several processes
 * one makes it.
 */
async function keysFor(db: Db, now: Date): Promise<Key[]> {
  const found = await stored(db)
  if (!isShort(found, now)) return found
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('pass key', 0))`.execute(tx)
    const meanwhile = await stored(tx)
    if (!isShort(meanwhile, now)) return meanwhile
    if (meanwhile.length === 0 && (await isKeyLost(tx))) throw new PassKeyLost()
    await make(tx, { now, from: meanwhile.length === 0 ? now : after(now, AHEAD_SECONDS) })
    return stored(tx)
  })
}

/**
 * Codes were signed here, and no key is left: with another one all of them would be worth nothing,
 * so that is a person's decision.
 */
export async function isKeyLost(db: Db): Promise<boolean> {
  const { rows } = await sql<{ lost: boolean }>`
    select exists (select from pass_key_made) and not exists (select from pass_key) as lost`.execute(
    db,
  )
  return rows[0]?.lost === true
}

/** What is said of it. */
export const KEY_LOST =
  'The key that signs check-in codes is gone, and no other is made in its place: codes on phones would be worth nothing. Restore it from a backup; if there is none, npm run campus -- new-pass-key.'

class PassKeyLost extends Error {
  override readonly name = 'PassKeyLost'
  constructor() {
    super(KEY_LOST)
  }
}

/** Make a key that signs from now on; credentials of keys that are gone stay worth nothing. */
export const makePassKey = (db: Db, now: Date) => make(db, { now, from: now })

async function make(db: Db, { now, from }: { now: Date; from: Date }): Promise<void> {
  await db
    .insertInto('pass_key')
    .values({ ...(await newKey()), created_at: now, signs_from: from })
    .execute()
}

const stored = (db: Db): Promise<Key[]> =>
  db.selectFrom('pass_key').selectAll().orderBy('signs_from').execute()

function isShort(keys: readonly Key[], now: Date): boolean {
  const newest = keys.at(-1)
  return newest === undefined || after(newest.signs_from, SIGNS_SECONDS - AHEAD_SECONDS) <= now
}

async function newKey(): Promise<{ id: string; point: string; secret: Buffer }> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const secret = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey))
  return { id: (await idOfKey(point)).text, point: toBase64url(point), secret }
}
