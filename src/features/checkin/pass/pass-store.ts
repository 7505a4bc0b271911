import { get, set, update } from 'idb-keyval'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import type { Bytes } from '#contract/bytes'
import { createKeyValueStore } from '#offline/storage/key-value-store'

/**
 * The data of a student's pass on this phone. The private key is not extractable, so even the app
 * cannot read it.
 */
export interface PassRecord {
  readonly subject: string
  readonly secret: CryptoKey
  /** The public key: x and y. */
  readonly phone: Bytes
  readonly credential?: Bytes
  /** When the campus last confirmed that this student may show a pass, ms by this phone's clock. */
  readonly checkedAt?: number
}

const PASS = 'pass'
const COUNTER = 'counter'
const AHEAD = 'ahead'

const store = createKeyValueStore('baodao-pass', 'pass')
let closed = false
// Without a database the pass is in memory until the page is closed.
let memory = new Map<string, unknown>()

registerPersonalStore({
  reopen: () => {
    if (closed) memory = new Map()
    closed = false
  },
  clear: () => {
    closed = true
    memory = new Map()
  },
})

/**
 * Returns the pass of this person. Without a stored pass it is created with new keys. The pass of
 * another person is deleted.
 */
export async function ensurePass(subject: string): Promise<PassRecord> {
  const found = await read(PASS)
  if (isRecord(found) && found.subject === subject) return found
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign', 'verify'],
  )
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const fresh: PassRecord = { subject, secret: privateKey, phone: point.slice(1) }
  // If another tab has stored keys first, those keys stay.
  return change(PASS, (known) => (isRecord(known) && known.subject === subject ? known : fresh))
}

/** Returns the stored pass of this person, if any, without creating keys. */
export async function findStoredPass(subject: string): Promise<PassRecord | undefined> {
  const found = await read(PASS)
  return isRecord(found) && found.subject === subject ? found : undefined
}

/** Stores the credential that the campus issued, or removes it when the campus withdrew it. */
export const storeCredential = (
  { subject, phone }: PassRecord,
  said: { readonly credential: Bytes; readonly checkedAt: number } | undefined,
): Promise<unknown> =>
  change(PASS, (known) => {
    if (!isRecord(known) || known.subject !== subject || known.phone.join() !== phone.join())
      return known
    return { subject, phone, secret: known.secret, ...said }
  })

/** Returns a number that this phone has never used before. */
export const nextCounter = (): Promise<number> =>
  change(COUNTER, (last) => (typeof last === 'number' ? last + 1 : 1))

/** Returns the clock offset of an earlier visit: server time minus phone time, ms. */
export async function loadClockOffset(): Promise<number | undefined> {
  const found = await read(AHEAD)
  return typeof found === 'number' ? found : undefined
}

/** Stores the clock offset for the next visit. */
export const storeClockOffset = (ahead: number | undefined): Promise<void> => write(AHEAD, ahead)

const isRecord = (value: unknown): value is PassRecord =>
  typeof value === 'object' && value !== null && 'secret' in value

async function read(key: string): Promise<unknown> {
  if (memory.has(key)) return memory.get(key)
  return get<unknown>(key, store).catch(() => undefined)
}

async function write(key: string, value: unknown): Promise<void> {
  if (!closed) await set(key, value, store).catch(() => void memory.set(key, value))
}

/** Changes a value in one transaction, so that two tabs never use the same counter. */
async function change<T>(key: string, to: (before: unknown) => T): Promise<T> {
  const made: T[] = []
  const step = (before: unknown) => {
    const value = to(before)
    made.push(value)
    return value
  }
  if (closed || memory.has(key)) memory.set(key, step(memory.get(key)))
  else
    await update<unknown>(key, step, store).catch(
      () => void memory.set(key, made.at(-1) ?? step(undefined)),
    )
  return made.at(-1) ?? to(undefined)
}
