import { serverNow } from '#app/lib/platform/server-clock.ts'
import { toBase64url } from '#contract/bytes'
import type { ArrivalBlockReason, DormResident, Roster, WaitingScan } from '#contract/checkin'
import {
  MAX_PASS_CREDENTIAL_LIFETIME_MS,
  isPassText,
  type CheckinPass,
  readPass,
} from '#contract/checkin-pass'
import { isWebCryptoAvailable, checkCredential, checkProof } from '#contract/checkin-pass-check'
import { recognizeIdDocument } from '#contract/id-document'
import { normalizeIdNumber } from '#contract/id-number'
import { normalizeNumberText } from '#contract/normalize'
import { findResident, summarizeResident } from '../roster/residents.ts'

/**
 * Why a genuine code is not valid now. 'revoked': the phone that shows the code was unbound or has
 * newer keys.
 */
export type StaleReason = 'expired' | 'screenshot' | 'replayed' | 'revoked' | 'clock'

/** The result of checking a scanned text. `scan` is the argument of `confirmScan`. */
export type ScanResult =
  | { readonly type: 'genuine'; readonly scan: WaitingScan; readonly resident: DormResident }
  /**
   * The signatures are correct, but the code is not valid now: it has expired, it is a screenshot,
   * it was already checked, or the clock of one phone is wrong.
   */
  | {
      readonly type: 'stale'
      readonly why: StaleReason
      readonly resident?: DormResident
    }
  /**
   * The code is not signed by the university, is signed by a key that this roster does not contain,
   * or is not signed by the phone that received the credential.
   */
  | { readonly type: 'forged'; readonly why: 'credential' | 'key' | 'proof' }
  /** The pass is genuine, but the student is not on the roster. */
  | { readonly type: 'unknown'; readonly scan: WaitingScan }
  | {
      readonly type: 'already-in'
      readonly resident: DormResident
      readonly state: 'waiting'
      readonly at?: number
    }
  /**
   * The arrival is already confirmed, as far as this phone knows. It might have been revoked
   * elsewhere since, so the scan can still be confirmed.
   */
  | {
      readonly type: 'already-in'
      readonly resident: DormResident
      readonly state: 'confirmed'
      readonly scan: WaitingScan
    }
  /**
   * The roster says that the student is not allowed to arrive. `scan` is set if a number was typed
   * for a student who is not admitted, or if a station that comes before has no record: this might
   * have changed after the roster was read, so the scan can still be sent.
   */
  | {
      readonly type: 'barred'
      readonly why: ArrivalBlockReason
      readonly resident: DormResident
      readonly scan?: WaitingScan
    }
  /** A number that belongs to no student on the roster. */
  | { readonly type: 'unlisted'; readonly number: string; readonly scan: WaitingScan }
  /**
   * An ID number. The phone stores no ID numbers, so only the university can find the student. The
   * student is then confirmed by the student's code.
   */
  | { readonly type: 'id-number'; readonly number: string; readonly at: string }
  /** A bare number, or a pass that this phone cannot verify. */
  | { readonly type: 'unverified'; readonly scan: WaitingScan; readonly resident?: DormResident }
  | { readonly type: 'unreadable' }

/** The data with which the scanner checks a code. */
export interface ScanContext {
  readonly roster?: Roster | undefined
  /** When the roster was read, by the server's clock, ms since the epoch. */
  readonly readAt?: number | undefined
  /** Confirmations on this phone that the university has not received yet. */
  readonly waiting: readonly ScanSummary[]
  /** Confirmations that the university received after the roster was read. */
  readonly delivered: readonly ScanSummary[]
  /** The time of the scan by the server's clock, ms since the epoch. */
  readonly at?: number
  /**
   * Whether this device has already checked this proof, or a later proof of the same phone. The
   * function is called once, after all signatures were verified.
   */
  readonly isReplayed?: (phone: { readonly key: string; readonly counter: number }) => boolean
}

/** The part of a stored confirmation that a check needs. */
export interface ScanSummary {
  readonly scanned: string
  /** When it was scanned, ISO instant. */
  readonly at?: string | undefined
}

/** Checks a scanned text offline. Never throws. */
export async function checkScan(text: string, corridor: ScanContext): Promise<ScanResult> {
  const { roster, at = serverNow() } = corridor
  const scanned = text.trim()
  if (!isPassText(scanned)) return checkNumber(normalizeNumberText(scanned), { ...corridor, at })
  const resident = findResident(roster, scanned)
  const pass = readPass(scanned)
  if (pass === undefined) return { type: 'unreadable' }
  if (roster === undefined || !isWebCryptoAvailable())
    return {
      type: 'unverified',
      scan: createScan(scanned, at, resident),
      ...(resident && { resident }),
    }

  const credential = await checkCredential(pass.credential, { keys: roster.keys, at })
  if (credential === 'unknown-key') return { type: 'forged', why: 'key' }
  if (credential === 'forged') return { type: 'forged', why: 'credential' }
  const proof = await checkProof(pass, { at })
  if (proof === 'forged') return { type: 'forged', why: 'proof' }
  const stale = (why: StaleReason): ScanResult => ({
    type: 'stale',
    why,
    ...(resident && { resident }),
  })
  if (credential === 'expired') return stale('expired')
  if (proof !== 'good') return stale(proof === 'old' ? 'screenshot' : 'clock')
  if (roster.revoked?.includes(devicePublicKeyOf(pass)) === true) return stale('revoked')
  const phone = { key: devicePublicKeyOf(pass), counter: pass.proof.counter }
  if (corridor.isReplayed?.(phone) === true) return stale('replayed')
  const scan = createScan(scanned, at, resident)
  if (resident === undefined) return { type: 'unknown', scan }
  // A credential that was issued after the roster was read proves that the student was admitted
  // since then.
  const isNews =
    pass.credential.expires - MAX_PASS_CREDENTIAL_LIFETIME_MS > (corridor.readAt ?? Infinity)
  if (resident.barred === 'withdrawn' || (resident.barred === 'not-admitted' && !isNews))
    return { type: 'barred', why: resident.barred, resident }
  if (resident.barred === 'earlier-station')
    return { type: 'barred', why: resident.barred, resident, scan }
  return findEarlierArrival(resident, scan, corridor) ?? { type: 'genuine', scan, resident }
}

/** The public key that identifies a phone, base64url. */
export const devicePublicKeyOf = ({ credential }: CheckinPass): string =>
  toBase64url(credential.phone)

// Checks a number that was typed or read from a card. Different spellings are accepted, since a
// number proves nothing.
function checkNumber(number: string, corridor: ScanContext & { readonly at: number }): ScanResult {
  const { roster, at } = corridor
  if (!/^[A-Za-z0-9]{1,32}$/.test(number)) return { type: 'unreadable' }
  const resident = findResident(roster, number)
  if (resident === undefined && isIdNumberByForm(number, roster))
    return { type: 'id-number', number, at: new Date(at).toISOString() }
  const scan = createScan(number, at, resident)
  if (resident === undefined)
    return roster === undefined ? { type: 'unverified', scan } : { type: 'unlisted', number, scan }
  if (resident.barred !== undefined)
    return {
      type: 'barred',
      why: resident.barred,
      resident,
      ...(resident.barred !== 'withdrawn' && { scan }),
    }
  return findEarlierArrival(resident, scan, corridor) ?? { type: 'unverified', scan, resident }
}

// Whether a number belongs to an identity document and not to a student. Permits and passports that
// begin with letters are told apart only if no student number of the roster does, and those of eight
// to ten digits never.
function isIdNumberByForm(number: string, roster: Roster | undefined): boolean {
  const typed = normalizeIdNumber(number)
  if (recognizeIdDocument(typed) === undefined) return false
  if (!/^[A-Z]/.test(typed)) return typed.length >= 15
  return roster?.residents.every((one) => /^\d*$/.test(one.number)) ?? false
}

function findEarlierArrival(
  resident: DormResident | undefined,
  scan: WaitingScan,
  { roster, waiting, delivered }: ScanContext,
): ScanResult | undefined {
  if (resident === undefined) return undefined
  const isTheirs = ({ scanned }: ScanSummary) =>
    findResident(roster, scanned)?.student === resident.student
  const queued = waiting.find(isTheirs)
  if (queued !== undefined)
    return {
      type: 'already-in',
      resident,
      state: 'waiting',
      ...(queued.at !== undefined && { at: Date.parse(queued.at) }),
    }
  return resident.arrived || delivered.some(isTheirs)
    ? { type: 'already-in', resident, state: 'confirmed', scan }
    : undefined
}

function createScan(scanned: string, at: number, resident: DormResident | undefined): WaitingScan {
  const scan = { scanned, at: new Date(at).toISOString() }
  if (resident === undefined) return scan
  return { ...scan, shown: summarizeResident(resident) }
}
