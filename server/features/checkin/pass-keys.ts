import { sql } from 'kysely'
import { toBase64url } from '#contract/bytes'
import { MAX_PASS_CREDENTIAL_LIFETIME_MS } from '#contract/checkin-pass'
import { computeKeyId, type PublicKey } from '#contract/checkin-pass-check'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'

const SIGNS_SECONDS = 90 * DAY_SECONDS
/**
 * The time between the publication of a new key and its first signature, seconds. It ensures that a
 * roster which a phone cached a week ago contains the key.
 */
const ANNOUNCED_SECONDS = 7 * DAY_SECONDS
/**
 * The time for which an old key is published after its last signature, seconds: the lifetime of a
 * credential, and the same time again for a scan that waits in an outbox.
 */
const VERIFIABLE_SECONDS = (2 * MAX_PASS_CREDENTIAL_LIFETIME_MS) / 1000

interface Key {
  readonly id: string
  readonly point: string
  readonly secret: Buffer
  readonly signs_from: Date
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' }

/** The current signing key as a function, so that the key itself is not exposed to callers. */
export async function openPassSigner(db: Db, now: Date) {
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
 * The public keys for scanners: the current key, the next key, and the keys that were used
 * recently.
 */
export async function findCurrentPassPublicKeys(db: Db, now: Date): Promise<PublicKey[]> {
  const keys = await keysFor(db, now)
  return keys
    .filter(
      (_key, index) => (keys[index + 1]?.signs_from ?? now) > addSeconds(now, -VERIFIABLE_SECONDS),
    )
    .map(({ id, point }) => ({ id, point }))
}

/** All public keys that ever existed, because signatures of old keys stay valid as evidence. */
export const findAllPassPublicKeys = (db: Db): Promise<PublicKey[]> =>
  db.selectFrom('pass_key').select(['id', 'point']).execute()

/**
 * Finds all keys, the oldest first. Creates the first key, or the next key when it is due. Of
 * several concurrent processes one creates it.
 */
async function keysFor(db: Db, now: Date): Promise<Key[]> {
  const found = await findStoredKeys(db)
  if (!isNextKeyDue(found, now)) return found
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('pass key', 0))`.execute(tx)
    const meanwhile = await findStoredKeys(tx)
    if (!isNextKeyDue(meanwhile, now)) return meanwhile
    if (meanwhile.length === 0 && (await isPassKeyLost(tx))) throw new PassKeyLost()
    await insertPassKey(tx, {
      now,
      from: meanwhile.length === 0 ? now : addSeconds(now, ANNOUNCED_SECONDS),
    })
    return findStoredKeys(tx)
  })
}

/**
 * Whether all keys were lost. In that case there are passes that a new key would invalidate, so the
 * operator decides whether to create one.
 */
export async function isPassKeyLost(db: Db): Promise<boolean> {
  const { rows } = await sql<{ lost: boolean }>`
    select exists (select from pass_key_made) and not exists (select from pass_key) as lost`.execute(
    db,
  )
  return rows[0]?.lost === true
}

/** The message that the keys were lost. */
export const PASS_KEY_LOST_MESSAGE =
  'The key that signs check-in codes is gone, and no other is made in its place: codes on phones would be worth nothing. Restore it from a backup; if there is none, npm run campus -- new-pass-key.'

class PassKeyLost extends Error {
  override readonly name = 'PassKeyLost'
  constructor() {
    super(PASS_KEY_LOST_MESSAGE)
  }
}

/** Creates a key that signs from now on. Credentials of lost keys stay invalid. */
export const createPassKey = (db: Db, now: Date) => insertPassKey(db, { now, from: now })

async function insertPassKey(db: Db, { now, from }: { now: Date; from: Date }): Promise<void> {
  await db
    .insertInto('pass_key')
    .values({ ...(await newKey()), created_at: now, signs_from: from })
    .execute()
}

const findStoredKeys = (db: Db): Promise<Key[]> =>
  db.selectFrom('pass_key').selectAll().orderBy('signs_from').execute()

function isNextKeyDue(keys: readonly Key[], now: Date): boolean {
  const newest = keys.at(-1)
  return (
    newest === undefined || addSeconds(newest.signs_from, SIGNS_SECONDS - ANNOUNCED_SECONDS) <= now
  )
}

async function newKey(): Promise<{ id: string; point: string; secret: Buffer }> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const secret = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey))
  return { id: (await computeKeyId(point)).text, point: toBase64url(point), secret }
}
