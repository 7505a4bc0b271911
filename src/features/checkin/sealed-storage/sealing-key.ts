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
 * So long after the university last confirmed the sign-in its copies open without a network, ms: a
 * night in a building without a signal, and no week of a phone that was lost there. By the
 * university's clock as this phone knows it; a wrong clock closes them and deletes nothing.
 */
export const OFFLINE_GRACE_MS = 24 * 3_600_000

const Stored = v.object({
  // Where there is no cryptography there is no such class to ask for.
  key: v.custom<CryptoKey>(
    (value) => typeof value === 'object' && value !== null && 'algorithm' in value,
  ),
  of: v.string(),
  heardAt: v.number(),
})
/** The key of one sign-in, and when the university last confirmed that sign-in, ms. */
type Stored = v.InferOutput<typeof Stored>

const store = createKeyValueStore(SEAL_DATABASE, 'seal')
let currentKey: Promise<Stored> | undefined

/**
 * The key that this sign-in seals its copies with: random, made on this phone, not extractable, and
 * of no other secret. Undefined while nobody is signed in.
 */
export async function getSealingKey(): Promise<CryptoKey | undefined> {
  const mine = signIn()
  return mine === undefined ? undefined : (await keyOf(mine)).key
}

/** The same to open with: only within the grace. */
export async function getUnsealingKey(): Promise<CryptoKey | undefined> {
  const mine = signIn()
  if (mine === undefined) return undefined
  const { key, heardAt } = await keyOf(mine)
  return Math.abs(serverNow() - heardAt) <= OFFLINE_GRACE_MS ? key : undefined
}

/** The university has just answered this sign-in: the grace begins anew. */
export async function renewOfflineGrace(): Promise<void> {
  const mine = signIn()
  if (mine === undefined) return
  const renewed = { ...(await keyOf(mine)), heardAt: serverNow() }
  // The sign-in may have ended meanwhile, and its key is not to come back.
  if (signIn() !== mine) return
  currentKey = Promise.resolve(renewed)
  await set(KEY, renewed, store).catch(() => {})
}

/** Forget the key in this page; its copy on the phone stays. */
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
  // The sign-in may have ended while it was made, and a key that was deleted is not to come back.
  // Where there is no database what it seals lives as long as the page.
  if (signIn() === mine) await set(KEY, fresh, store).catch(() => {})
  return fresh
}
