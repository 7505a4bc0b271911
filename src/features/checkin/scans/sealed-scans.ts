import * as v from 'valibot'
import { refreshOutbox } from '#app/lib/outbox/outbox.ts'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import { onSessionEnd, getSessionToken } from '#app/lib/session/session.ts'
import { checkin, type WaitingScan } from '#contract/checkin'
import { MAX_PASS_CREDENTIAL_LIFETIME_MS } from '#contract/checkin-pass'
import { writeSealed, readSealed } from '../sealed-storage/sealed-storage.ts'
import { sealedScanKey, scanIdentities } from './scan-identities.ts'

const NAME = 'scans'
const text = v.string()
const Notes = v.record(
  text,
  v.object({
    scanned: text,
    at: text,
    shown: v.optional(v.object({ name: text, number: text, building: text, room: text })),
  }),
)
const Roster = checkin.roster.output.schema

let loading: Promise<void> | undefined
const forget = () => {
  loading = undefined
  scanIdentities.set({})
}
registerPersonalStore({ clear: forget })
onSessionEnd(forget)

/** Loads the identities of the scans made during this sign-in; once. */
export function loadScanIdentities(): Promise<void> {
  loading ??= (async () => {
    const whose = getSessionToken()
    const found = v.safeParse(Notes, await readSealed(NAME))
    if (!found.success || getSessionToken() !== whose) return
    scanIdentities.set({ ...found.output, ...scanIdentities.get() })
    await refreshOutbox()
  })().catch(() => {})
  return loading
}

/**
 * Prepares a scan for the outbox: it is sealed for the university if the roster contains a key for
 * that. The student is stored separately, sealed like the roster.
 */
export async function prepareScanForOutbox(scan: WaitingScan): Promise<WaitingScan> {
  const roster = v.safeParse(Roster, await readSealed('roster'))
  const scanKey = roster.success ? roster.output.roster.scanKey : undefined
  if (scanKey === undefined) return scan
  try {
    const { sealScan } = await import('#contract/sealed-scan')
    const scanned = await sealScan(scan.scanned, scanKey)
    await loadScanIdentities()
    await note(scanned, scan)
    return { scanned, at: scan.at }
  } catch {
    // The arrival matters more than the seal, so it is stored unsealed.
    return scan
  }
}

async function note(sealed: string, { scanned, at, shown }: WaitingScan): Promise<void> {
  const young = Object.entries(scanIdentities.get()).filter(
    ([, one]) => Math.abs(Date.parse(at) - Date.parse(one.at)) < KEPT_MS,
  )
  scanIdentities.set({
    ...Object.fromEntries(young),
    [sealedScanKey(sealed)]: { scanned, at, ...(shown && { shown }) },
  })
  await writeSealed(NAME, scanIdentities.get())
}

// Delivered scans are shown for as long as a scan is valid, ms.
const KEPT_MS = 2 * MAX_PASS_CREDENTIAL_LIFETIME_MS
