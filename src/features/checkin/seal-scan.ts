import * as v from 'valibot'
import { refreshOutbox } from '#app/lib/outbox.ts'
import { keepsPersonal } from '#app/lib/personal.ts'
import { onSessionEnd, token } from '#app/lib/session.ts'
import { checkin, type WaitingScan } from '#contract/checkin'
import { CREDENTIAL_MS } from '#contract/checkin-pass'
import { noteName, scanNotes } from './scan-notes.ts'
import { putAway, takeOut } from './sealed.ts'

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
  scanNotes.set({})
}
keepsPersonal({ close: forget })
onSessionEnd(forget)

/** Open the notes of whom this sign-in has scanned; once. */
export function loadScanNotes(): Promise<void> {
  loading ??= (async () => {
    const whose = token()
    const found = v.safeParse(Notes, await takeOut(NAME))
    if (!found.success || token() !== whose) return
    scanNotes.set({ ...found.output, ...scanNotes.get() })
    await refreshOutbox()
  })().catch(() => {})
  return loading
}

/**
 * A scan as it is written into the outbox: sealed for the university, if the roster brought a key
 * for that. Whom it is of is noted beside the roster.
 */
export async function sealedForOutbox(scan: WaitingScan): Promise<WaitingScan> {
  const roster = v.safeParse(Roster, await takeOut('roster'))
  const scanKey = roster.success ? roster.output.roster.scanKey : undefined
  if (scanKey === undefined) return scan
  try {
    const { sealScan } = await import('#contract/sealed-scan')
    const scanned = await sealScan(scan.scanned, scanKey)
    await loadScanNotes()
    await note(scanned, scan)
    return { scanned, at: scan.at }
  } catch {
    // An arrival is not lost for its wrapping.
    return scan
  }
}

async function note(sealed: string, { scanned, at, shown }: WaitingScan): Promise<void> {
  const young = Object.entries(scanNotes.get()).filter(
    ([, one]) => Math.abs(Date.parse(at) - Date.parse(one.at)) < KEPT_MS,
  )
  scanNotes.set({
    ...Object.fromEntries(young),
    [noteName(sealed)]: { scanned, at, ...(shown && { shown }) },
  })
  await putAway(NAME, scanNotes.get())
}

// What was delivered is looked at for as long as a scan counts for anything.
const KEPT_MS = 2 * CREDENTIAL_MS
