import { useKept } from '#app/lib/kept.ts'
import { useDraft, useOutbox, useWaiting } from '#app/lib/outbox.ts'
import { useSession } from '#app/lib/session.ts'
import type { Travel } from '#contract/travel'
import type { Item } from '#offline/item'
import { useState } from 'react'
import { travelQuery } from './queries.ts'
import { blank, readDraft, readRecord, type Source } from './values.ts'

/** The travel record as this student last said it, wherever those words are. */
export function useTravel(step: string) {
  const kept = useKept(travelQuery())
  const waiting = useWaiting('travel')
  const draft = useDraft('travel')
  const student = useSession()?.subject ?? ''
  const waits = waiting && readRecord(waiting.payload)
  // What arrived after the last read counts until the next one.
  const arrived = useOutbox().receipts.find(({ form, deliveredAt }) => form === 'travel' && deliveredAt > (kept.at ?? 0))
  const confirmed = arrived && readRecord(arrived.payload)
  const record: Travel | undefined = waits ?? confirmed ?? kept.data?.travel ?? undefined
  const own = { student, step }
  const [settled, settle] = useState(false)
  const restored = draft.ready && !settled ? readDraft(draft.draft, own) : undefined
  return {
    kept,
    draft,
    waiting: waits === undefined ? undefined : waiting,
    /** The newest words: what waits on the phone, else what the university has. */
    record,
    /** The draft was submitted and counts no more. */
    settle: () => settle(true),
    /** Somebody filled this form in before and did not submit it. */
    restored: restored !== undefined,
    source: restored ?? sourceOf({ record, waiting, etag: confirmed === undefined ? kept.etag : undefined, own }),
    // A weak network must not hold an empty form back: it can be filled in and is compared when it is sent.
    ready: draft.ready && (record !== undefined || kept.state !== 'loading' || kept.network !== 'online'),
  }
}

function sourceOf({
  record,
  waiting,
  etag,
  own,
}: {
  record: Travel | undefined
  waiting: Item | undefined
  etag: string | undefined
  own: { student: string; step: string }
}): Source {
  if (record === undefined) return { values: blank(own.student, own.step), baseVersion: etag }
  return { values: { ...record, ...own }, baseVersion: waiting === undefined ? etag : waiting.baseVersion }
}
