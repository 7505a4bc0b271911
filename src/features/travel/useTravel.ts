import { useKept } from '#app/lib/kept.ts'
import { useDraft, useOutbox, useWaiting } from '#app/lib/outbox.ts'
import { useSession } from '#app/lib/session.ts'
import type { Travel } from '#contract/travel'
import { useState } from 'react'
import { travelQuery } from './queries.ts'
import { blank, readDraft, readRecord, type Source } from './values.ts'

/** The travel record that the university has: as last read, or as it has arrived since then. */
export function useConfirmedTravel() {
  const kept = useKept(travelQuery())
  const arrived = useOutbox().receipts.find(({ form, deliveredAt }) => form === 'travel' && deliveredAt > (kept.at ?? 0))
  const since = arrived && readRecord(arrived.payload)
  return {
    kept,
    record: since ?? kept.data?.travel ?? undefined,
    // The version of what arrived since is not known before the next read.
    etag: since === undefined ? kept.etag : undefined,
  }
}

/** The travel record as this student last said it, wherever those words are. */
export function useTravel(step: string) {
  const { kept, record: confirmed, etag } = useConfirmedTravel()
  const item = useWaiting('travel')
  const draft = useDraft('travel')
  const student = useSession()?.subject ?? ''
  const [settled, settle] = useState(false)
  const own = { student, step }
  const words = item && readRecord(item.payload)
  const waiting = words === undefined ? undefined : item
  const record: Travel | undefined = words ?? confirmed
  const restored = draft.ready && !settled ? readDraft(draft.draft, own) : undefined
  const filledFrom: Source = {
    values: record === undefined ? blank(student, step) : { ...record, ...own },
    baseVersion: waiting === undefined ? etag : waiting.baseVersion,
  }
  return {
    kept,
    draft,
    waiting,
    /** The newest words: what waits on the phone, else what the university has. */
    record,
    /** Somebody filled this form in before and did not submit it. */
    restored: restored !== undefined,
    /** The draft was submitted and counts no more. */
    settle: () => settle(true),
    source: restored ?? filledFrom,
    // A weak network must not hold an empty form back: it can be filled in as new.
    ready: draft.ready && (record !== undefined || kept.state !== 'loading' || kept.network !== 'online'),
  }
}
