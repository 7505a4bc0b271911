import * as v from 'valibot'
import { refreshOutbox } from '#app/lib/outbox/outbox.ts'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import { onSessionEnd, getSessionToken } from '#app/lib/session/session.ts'
import { checkin, type WaitingScan } from '#contract/checkin'
import { MAX_PASS_CREDENTIAL_LIFETIME_MS } from '#contract/checkin-pass'
import { rosterNameOf } from '../roster/queries.ts'
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

/**
 * Loads the identities of the scans that were made during this sign-in. They are loaded only once.
 */
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
 * Prepares a scan for the outbox. If the roster contains a key for it, the scan is sealed for the
 * university. The student is stored separately, sealed like the roster.
 */
export async function prepareScanForOutbox(
  scan: WaitingScan,
  station?: string,
): Promise<WaitingScan> {
  const roster = v.safeParse(Roster, await readSealed(rosterNameOf(station)))
  const scanKey = roster.success ? roster.output.roster.scanKey : undefined
  if (scanKey === undefined) return scan
  try {
    const { sealScan } = await import('#contract/sealed-scan')
    const scanned = await sealScan(scan.scanned, scanKey)
    await loadScanIdentities()
    await note(scanned, scan)
    return { scanned, at: scan.at, ...(scan.key !== undefined && { key: scan.key }) }
  } catch {
    // If sealing fails, the scan is stored unsealed, because the arrival matters more.
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

// The time for which delivered scans are shown, ms; twice the longest validity of a credential.
const KEPT_MS = 2 * MAX_PASS_CREDENTIAL_LIFETIME_MS
