import { serverNow } from '#app/lib/clock.ts'
import type { Resident, Roster, WaitingScan } from '#contract/checkin'
import { looksLikePass, readPass } from '#contract/checkin-pass'
import { canCheckPasses, checkCredential, checkProof } from '#contract/checkin-pass-check'
import { residentOf } from './residents.ts'

/** What a scanned text is worth at this door. `scan` is what `confirmScan` takes. */
export type Verdict =
  | { readonly type: 'genuine'; readonly scan: WaitingScan; readonly resident: Resident }
  /**
   * Signed by the right ones, but not for this moment: ended, a screenshot, seen before, or a clock
   * that is wrong.
   */
  | {
      readonly type: 'stale'
      readonly why: 'expired' | 'screenshot' | 'replayed' | 'clock'
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
  /** A bare number, or a pass that nothing here can check. */
  | { readonly type: 'unverified'; readonly scan: WaitingScan; readonly resident?: Resident }
  | { readonly type: 'unreadable' }

/** What a scanner knows of the corridor. */
export interface Corridor {
  readonly roster?: Roster | undefined
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
  const resident = residentOf(roster, scanned)
  if (!looksLikePass(scanned)) {
    if (!/^[A-Za-z0-9]{1,32}$/.test(scanned)) return { type: 'unreadable' }
    const scan = scanOf(scanned, at, resident)
    return (
      alreadyIn(resident, scan, corridor) ?? {
        type: 'unverified',
        scan,
        ...(resident && { resident }),
      }
    )
  }
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
  const stale = (why: 'expired' | 'screenshot' | 'replayed' | 'clock'): Verdict => ({
    type: 'stale',
    why,
    ...(resident && { resident }),
  })
  if (credential === 'expired') return stale('expired')
  if (proof !== 'good') return stale(proof === 'old' ? 'screenshot' : 'clock')
  const phone = { key: pass.credential.phone.join(), counter: pass.proof.counter }
  if (corridor.isReplayed?.(phone) === true) return stale('replayed')
  const scan = scanOf(scanned, at, resident)
  if (resident === undefined) return { type: 'unknown', scan }
  return alreadyIn(resident, scan, corridor) ?? { type: 'genuine', scan, resident }
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
  const { name, number, building, room } = resident
  return { ...scan, shown: { name, number, building, room } }
}
