import { serverNow } from '#app/lib/clock.ts'
import { toBase64url } from '#contract/bytes'
import type { Barred, Resident, Roster, WaitingScan } from '#contract/checkin'
import { CREDENTIAL_MS, looksLikePass, type Pass, readPass } from '#contract/checkin-pass'
import { canCheckPasses, checkCredential, checkProof } from '#contract/checkin-pass-check'
import { isIdCard } from '#contract/fields'
import { plain } from '#contract/plain'
import { residentOf } from './residents.ts'

/** Why a genuine code counts for nothing now; 'revoked': its phone was unbound, or has newer keys. */
export type StaleWhy = 'expired' | 'screenshot' | 'replayed' | 'revoked' | 'clock'

/** What a scanned text is worth at this door. `scan` is what `confirmScan` takes. */
export type Verdict =
  | { readonly type: 'genuine'; readonly scan: WaitingScan; readonly resident: Resident }
  /**
   * Signed by the right ones, but not for this moment: ended, a screenshot, seen before, or a clock
   * that is wrong.
   */
  | {
      readonly type: 'stale'
      readonly why: StaleWhy
      readonly resident?: Resident
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
      readonly resident: Resident
      readonly state: 'waiting'
      readonly at?: number
    }
  /**
   * As this phone knows it; taken back elsewhere since then, they must be seen anew, so the scan
   * can be confirmed.
   */
  | {
      readonly type: 'already-in'
      readonly resident: Resident
      readonly state: 'confirmed'
      readonly scan: WaitingScan
    }
  /** May not arrive; of a bare number by a list that may be older than the admission. */
  | {
      readonly type: 'barred'
      readonly why: Barred
      readonly resident: Resident
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
  | { readonly type: 'unverified'; readonly scan: WaitingScan; readonly resident?: Resident }
  | { readonly type: 'unreadable' }

/** What a scanner knows of the corridor. */
export interface Corridor {
  readonly roster?: Roster | undefined
  /** When the roster was read, by the university's clock, ms. */
  readonly readAt?: number | undefined
  /** Confirmations of this phone that the university does not have yet. */
  readonly waiting: readonly Seen[]
  /** Confirmations that it received after the roster was read. */
  readonly delivered: readonly Seen[]
  /** The moment of the scan by the university's clock, ms. */
  readonly at?: number
  /**
   * Was this proof, or a later one of the same phone, judged here before? Asked once, when all
   * signatures are good.
   */
  readonly isReplayed?: (phone: { readonly key: string; readonly counter: number }) => boolean
}

/** A confirmation of this phone, as far as a verdict needs it. */
export interface Seen {
  readonly scanned: string
  /** When it was scanned, ISO instant. */
  readonly at?: string | undefined
}

/** Judge a scanned text without any network. Never throws. */
export async function verdictOf(text: string, corridor: Corridor): Promise<Verdict> {
  const { roster, at = serverNow() } = corridor
  const scanned = text.trim()
  if (!looksLikePass(scanned)) return verdictOfNumber(plain(scanned), { ...corridor, at })
  const resident = residentOf(roster, scanned)
  const pass = readPass(scanned)
  if (pass === undefined) return { type: 'unreadable' }
  if (roster === undefined || !canCheckPasses())
    return {
      type: 'unverified',
      scan: scanOf(scanned, at, resident),
      ...(resident && { resident }),
    }

  const credential = await checkCredential(pass.credential, { keys: roster.keys, at })
  if (credential === 'unknown-key') return { type: 'forged', why: 'key' }
  if (credential === 'forged') return { type: 'forged', why: 'credential' }
  const proof = await checkProof(pass, { at })
  if (proof === 'forged') return { type: 'forged', why: 'proof' }
  const stale = (why: StaleWhy): Verdict => ({
    type: 'stale',
    why,
    ...(resident && { resident }),
  })
  if (credential === 'expired') return stale('expired')
  if (proof !== 'good') return stale(proof === 'old' ? 'screenshot' : 'clock')
  if (roster.revoked?.includes(phoneOf(pass)) === true) return stale('revoked')
  const phone = { key: phoneOf(pass), counter: pass.proof.counter }
  if (corridor.isReplayed?.(phone) === true) return stale('replayed')
  const scan = scanOf(scanned, at, resident)
  if (resident === undefined) return { type: 'unknown', scan }
  // The university gave this credential after the roster was read, so it has admitted them since.
  const isNews = pass.credential.expires - CREDENTIAL_MS > (corridor.readAt ?? Infinity)
  if (resident.barred === 'withdrawn' || (resident.barred === 'not-admitted' && !isNews))
    return { type: 'barred', why: resident.barred, resident }
  return alreadyIn(resident, scan, corridor) ?? { type: 'genuine', scan, resident }
}

/** What names a phone: its public key. */
export const phoneOf = ({ credential }: Pass): string => toBase64url(credential.phone)

// A number that was typed, or read from a card: forgiving in its spelling, since it proves nothing.
function verdictOfNumber(number: string, corridor: Corridor & { readonly at: number }): Verdict {
  const { roster, at } = corridor
  if (!/^[A-Za-z0-9]{1,32}$/.test(number)) return { type: 'unreadable' }
  const resident = residentOf(roster, number)
  if (isIdCard(number) && resident === undefined)
    return { type: 'id-number', number, at: new Date(at).toISOString() }
  const scan = scanOf(number, at, resident)
  if (resident === undefined)
    return roster === undefined ? { type: 'unverified', scan } : { type: 'unlisted', number, scan }
  if (resident.barred !== undefined)
    return {
      type: 'barred',
      why: resident.barred,
      resident,
      ...(resident.barred === 'not-admitted' && { scan }),
    }
  return alreadyIn(resident, scan, corridor) ?? { type: 'unverified', scan, resident }
}

function alreadyIn(
  resident: Resident | undefined,
  scan: WaitingScan,
  { roster, waiting, delivered }: Corridor,
): Verdict | undefined {
  if (resident === undefined) return undefined
  const isTheirs = ({ scanned }: Seen) => residentOf(roster, scanned)?.student === resident.student
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

function scanOf(scanned: string, at: number, resident: Resident | undefined): WaitingScan {
  const scan = { scanned, at: new Date(at).toISOString() }
  if (resident === undefined) return scan
  return { ...scan, shown: shownOf(resident) }
}

/** What of a student stays on the phone with a scan of them. */
export const shownOf = ({ name, number, building, room }: Resident): WaitingScan['shown'] & {} => ({
  name,
  number,
  building,
  room,
})
