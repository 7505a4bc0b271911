import { get, set } from 'idb-keyval'
import * as v from 'valibot'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { getSessionToken } from '#app/lib/session/session.ts'
import { fingerprintPayload } from '#offline/outbox/fingerprint'
import { SEAL_DATABASE } from '#offline/storage/delete-databases'
import { createKeyValueStore } from '#offline/storage/key-value-store'

const AES = 'AES-GCM'
const KEY = 'key'
/**
 * The time for which sealed copies can be opened offline after the university last confirmed the
 * sign-in, ms. It covers a night in a building without a signal, and it is too short for a phone
 * that was lost for a week. It is measured by the server's clock as this phone knows it. A wrong
 * clock closes the copies, but deletes nothing.
 */
export const OFFLINE_GRACE_MS = 24 * 3_600_000

const Stored = v.object({
  // Without Web Crypto the `CryptoKey` class does not exist.
  key: v.custom<CryptoKey>(
    (value) => typeof value === 'object' && value !== null && 'algorithm' in value,
  ),
  of: v.string(),
  heardAt: v.number(),
})
/**
 * The key of one sign-in, and when the university last confirmed that sign-in, ms since the epoch.
 */
type Stored = v.InferOutput<typeof Stored>

const store = createKeyValueStore(SEAL_DATABASE, 'seal')
let currentKey: Promise<Stored> | undefined

/**
 * Returns the key that seals the copies of the current sign-in. The key is random, is created on
 * this phone, is not extractable and does not depend on other secrets. Undefined while nobody is
 * signed in.
 */
export async function getSealingKey(): Promise<CryptoKey | undefined> {
  const mine = signIn()
  return mine === undefined ? undefined : (await keyOf(mine)).key
}

/** Returns the key that opens the copies. It is returned only within the grace period. */
export async function getUnsealingKey(): Promise<CryptoKey | undefined> {
  const mine = signIn()
  if (mine === undefined) return undefined
  const { key, heardAt } = await keyOf(mine)
  return Math.abs(serverNow() - heardAt) <= OFFLINE_GRACE_MS ? key : undefined
}

/** Restarts the grace period after the university has confirmed this sign-in. */
export async function renewOfflineGrace(): Promise<void> {
  const mine = signIn()
  if (mine === undefined) return
  const renewed = { ...(await keyOf(mine)), heardAt: serverNow() }
  // The sign-in might have ended in the meantime; its key must not be stored again.
  if (signIn() !== mine) return
  currentKey = Promise.resolve(renewed)
  await set(KEY, renewed, store).catch(() => {})
}

/** Forgets the key in this page; the stored key stays. */
export const forgetSealingKey = (): void => {
  currentKey = undefined
}

const signIn = (): string | undefined => {
  const mine = getSessionToken()
  return mine === undefined ? undefined : fingerprintPayload([mine])
}

async function keyOf(mine: string): Promise<Stored> {
  const known = await currentKey
  if (known?.of === mine) return known
  currentKey = read(mine)
  return currentKey
}

async function read(mine: string): Promise<Stored> {
  const found = v.safeParse(Stored, await get<unknown>(KEY, store).catch(() => undefined))
  if (found.success && found.output.of === mine) return found.output
  const key = await crypto.subtle.generateKey({ name: AES, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const fresh = { key, of: mine, heardAt: serverNow() }
  // The sign-in might have ended in the meantime; its deleted key must not be stored again. Without
  // a database the sealed values are in memory until the page is closed.
  if (signIn() === mine) await set(KEY, fresh, store).catch(() => {})
  return fresh
}
