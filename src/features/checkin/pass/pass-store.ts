import { get, set, update } from 'idb-keyval'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import type { Bytes } from '#contract/bytes'
import { createKeyValueStore } from '#offline/storage/key-value-store'

/**
 * What a student's phone has for its pass. The private key cannot leave the browser, not even by
 * our own code.
 */
export interface PassRecord {
  readonly subject: string
  readonly secret: CryptoKey
  /** The public key: x and y. */
  readonly phone: Bytes
  readonly credential?: Bytes
  /** When the campus last said that this student may show a pass, ms by this phone's clock. */
  readonly checkedAt?: number
}

const PASS = 'pass'
const COUNTER = 'counter'
const AHEAD = 'ahead'

const store = createKeyValueStore('baodao-pass', 'pass')
let closed = false
// Where there is no database the pass lives as long as the page.
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
 * The pass of this person, with a fresh pair of keys if there is none yet. Another person's is
 * thrown away.
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
  // Another tab may have been quicker; the first keys stay.
  return change(PASS, (known) => (isRecord(known) && known.subject === subject ? known : fresh))
}

/** The credential that this phone has for this person, if any; makes no keys. */
export async function findStoredPass(subject: string): Promise<PassRecord | undefined> {
  const found = await read(PASS)
  return isRecord(found) && found.subject === subject ? found : undefined
}

/** Keep what the campus said, or that it takes its word back. */
export const storeCredential = (
  { subject, phone }: PassRecord,
  said: { readonly credential: Bytes; readonly checkedAt: number } | undefined,
): Promise<unknown> =>
  change(PASS, (known) => {
    if (!isRecord(known) || known.subject !== subject || known.phone.join() !== phone.join())
      return known
    return { subject, phone, secret: known.secret, ...said }
  })

/** A number that was never given out before on this phone. */
export const nextCounter = (): Promise<number> =>
  change(COUNTER, (last) => (typeof last === 'number' ? last + 1 : 1))

/** How far the campus's clock was ahead on an earlier visit, ms. */
export async function loadClockOffset(): Promise<number | undefined> {
  const found = await read(AHEAD)
  return typeof found === 'number' ? found : undefined
}

/** Remember it for the next visit. */
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

/** Change a value in one transaction, so that no two tabs give out the same counter. */
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
