import { serverNow } from '#app/lib/platform/server-clock.ts'
import { toBase64url } from '#contract/bytes'
import type { ArrivalBlockReason, DormResident, Roster, WaitingScan } from '#contract/checkin'
import {
  CREDENTIAL_LIFETIME_MS,
  isPassText,
  type CheckinPass,
  readPass,
} from '#contract/checkin-pass'
import { canCheckPasses, checkCredential, checkProof } from '#contract/checkin-pass-check'
import { isIdCard } from '#contract/fields'
import { normalizeNumberText } from '#contract/normalize'
import { findResident } from '../roster/residents.ts'

/** Why a genuine code counts for nothing now; 'revoked': its phone was unbound, or has newer keys. */
export type StaleReason = 'expired' | 'screenshot' | 'replayed' | 'revoked' | 'clock'

/** What a scanned text is worth at this door. `scan` is what `confirmScan` takes. */
export type ScanResult =
  | { readonly type: 'genuine'; readonly scan: WaitingScan; readonly resident: DormResident }
  /**
   * Signed by the right ones, but not for this moment: ended, a screenshot, seen before, or a clock
   * that is wrong.
   */
  | {
      readonly type: 'stale'
      readonly why: StaleReason
      readonly resident?: DormResident
    }
  /**
   * Not signed by the university, by a key of it that this roster does not know, or not by the
   * phone it was given to.
   */
  | { readonly type: 'forged'; readonly why: 'credential' | 'key' | 'proof' }
  /** Genuine, but of nobody on the roster. */
  | { readonly type: 'unknown'; readonly scan: WaitingScan }
  | {
      readonly type: 'already-in'
      readonly resident: DormResident
      readonly state: 'waiting'
      readonly at?: number
    }
  /**
   * As this phone knows it; taken back elsewhere since then, they must be seen anew, so the scan
   * can be confirmed.
   */
  | {
      readonly type: 'already-in'
      readonly resident: DormResident
      readonly state: 'confirmed'
      readonly scan: WaitingScan
    }
  /** May not arrive; of a bare number by a list that may be older than the admission. */
  | {
      readonly type: 'barred'
      readonly why: ArrivalBlockReason
      readonly resident: DormResident
      readonly scan?: WaitingScan
    }
  /** A number of nobody on the roster. */
  | { readonly type: 'unlisted'; readonly number: string; readonly scan: WaitingScan }
  /**
   * An ID number: only the university can say whose, and it is never written down. Whoever it names
   * is confirmed by their code.
   */
  | { readonly type: 'id-number'; readonly number: string; readonly at: string }
  /** A bare number, or a pass that nothing here can check. */
  | { readonly type: 'unverified'; readonly scan: WaitingScan; readonly resident?: DormResident }
  | { readonly type: 'unreadable' }

/** What a scanner knows of the corridor. */
export interface ScanContext {
  readonly roster?: Roster | undefined
  /** When the roster was read, by the university's clock, ms. */
  readonly readAt?: number | undefined
  /** Confirmations of this phone that the university does not have yet. */
  readonly waiting: readonly ScanSummary[]
  /** Confirmations that it received after the roster was read. */
  readonly delivered: readonly ScanSummary[]
  /** The moment of the scan by the university's clock, ms. */
  readonly at?: number
  /**
   * Was this proof, or a later one of the same phone, judged here before? Asked once, when all
   * signatures are good.
   */
  readonly isReplayed?: (phone: { readonly key: string; readonly counter: number }) => boolean
}

/** A confirmation of this phone, as far as a verdict needs it. */
export interface ScanSummary {
  readonly scanned: string
  /** When it was scanned, ISO instant. */
  readonly at?: string | undefined
}

/** Judge a scanned text without any network. Never throws. */
export async function checkScan(text: string, corridor: ScanContext): Promise<ScanResult> {
  const { roster, at = serverNow() } = corridor
  const scanned = text.trim()
  if (!isPassText(scanned)) return checkNumber(normalizeNumberText(scanned), { ...corridor, at })
  const resident = findResident(roster, scanned)
  const pass = readPass(scanned)
  if (pass === undefined) return { type: 'unreadable' }
  if (roster === undefined || !canCheckPasses())
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
  // The university gave this credential after the roster was read, so it has admitted them since.
  const isNews = pass.credential.expires - CREDENTIAL_LIFETIME_MS > (corridor.readAt ?? Infinity)
  if (resident.barred === 'withdrawn' || (resident.barred === 'not-admitted' && !isNews))
    return { type: 'barred', why: resident.barred, resident }
  return findEarlierArrival(resident, scan, corridor) ?? { type: 'genuine', scan, resident }
}

/** What names a phone: its public key. */
export const devicePublicKeyOf = ({ credential }: CheckinPass): string =>
  toBase64url(credential.phone)

// A number that was typed, or read from a card: forgiving in its spelling, since it proves nothing.
function checkNumber(number: string, corridor: ScanContext & { readonly at: number }): ScanResult {
  const { roster, at } = corridor
  if (!/^[A-Za-z0-9]{1,32}$/.test(number)) return { type: 'unreadable' }
  const resident = findResident(roster, number)
  if (isIdCard(number) && resident === undefined)
    return { type: 'id-number', number, at: new Date(at).toISOString() }
  const scan = createScan(number, at, resident)
  if (resident === undefined)
    return roster === undefined ? { type: 'unverified', scan } : { type: 'unlisted', number, scan }
  if (resident.barred !== undefined)
    return {
      type: 'barred',
      why: resident.barred,
      resident,
      ...(resident.barred === 'not-admitted' && { scan }),
    }
  return findEarlierArrival(resident, scan, corridor) ?? { type: 'unverified', scan, resident }
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

/** What of a student stays on the phone with a scan of them. */
export const summarizeResident = ({
  name,
  number,
  building,
  room,
}: DormResident): WaitingScan['shown'] & {} => ({
  name,
  number,
  building,
  room,
})
