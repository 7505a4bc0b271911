import { useState } from 'react'
import * as v from 'valibot'
import type { CachedQueryState } from '../cache/cached-query.ts'
import { useDraft } from '../outbox/drafts.ts'
import {
  submitToOutbox,
  useOutbox,
  useWaitingItem,
  type SubmissionResult,
} from '../outbox/outbox.ts'
import { useFormReadiness } from './form-readiness.ts'
import type { AcceptedSubmission } from './submission-status.ts'

/** What a form was filled from: the words, and the version they had on the server. */
export interface FormSource<Values> {
  readonly values: Values
  readonly baseVersion?: string | undefined
}

/** A record that the university has, and its version where it is known. */
export interface ConfirmedRecord<Stored> {
  readonly record: Stored | undefined
  readonly etag: string | undefined
}

/**
 * The record that the university has: as last read, or as it has arrived from this phone since
 * then.
 */
export function useConfirmedRecord<T, Stored>({
  form,
  kept,
  recordIn,
  readRecord,
}: {
  form: string
  kept: CachedQueryState<T>
  recordIn: (read: T) => Stored | null
  readRecord: (payload: unknown) => Stored | undefined
}): ConfirmedRecord<Stored> {
  const arrived = useOutbox().receipts.find(
    (one) => one.form === form && one.deliveredAt > (kept.at ?? 0),
  )
  const since = arrived && readRecord(arrived.payload)
  if (since !== undefined) return { record: since, etag: undefined } // Its version is not known before the next read.
  return {
    record: kept.data === undefined ? undefined : (recordIn(kept.data) ?? undefined),
    etag: kept.etag,
  }
}

/**
 * A form of the outbox as this student last said it, wherever those words are: in a draft, waiting
 * on the phone, or with the university; and what becomes of the next submission.
 */
export function useQueuedForm<Values, Stored>({
  form,
  kept,
  confirmed,
  readRecord,
  readDraft,
  fill,
}: {
  form: string
  kept: Pick<CachedQueryState<unknown>, 'state' | 'network'>
  confirmed: ConfirmedRecord<Stored>
  /** A stored submission as a record, if it still is one. */
  readRecord: (payload: unknown) => Stored | undefined
  /** The kept values of a draft, if they still are some. */
  readDraft: (values: unknown) => Values | undefined
  /** What the form shows of a record, or of none. */
  fill: (record: Stored | undefined) => Values
}) {
  const item = useWaitingItem(form)
  const stored = useDraft(form)
  const [isOver, setOver] = useState(false)
  const [draftKept, keepDraft] = useState(false)
  const [saved, setSaved] = useState<AcceptedSubmission>()
  const words = item && readRecord(item.payload)
  const waiting = words === undefined ? undefined : item
  const record = words ?? confirmed.record
  const draft = stored.ready && !isOver ? readSource(stored.draft, readDraft) : undefined
  const fillable = useFormReadiness({
    hasCheckedDraft: stored.ready,
    hasRecord: record !== undefined,
    kept,
  })
  const fromRecord: FormSource<Values> = {
    values: fill(record),
    baseVersion: waiting === undefined ? confirmed.etag : waiting.baseVersion,
  }
  return {
    /** What the university does not have yet. */
    waiting,
    /** The newest words: what waits on the phone, else what the university has. */
    record,
    source: draft ?? fromRecord,
    /** Somebody filled this form in before and did not submit it. */
    restored: draft !== undefined,
    needsYou: waiting?.state === 'needs-you',
    isInConflict: waiting?.state === 'conflict',
    /** What the university refused, to be shown at its fields. */
    issues: waiting?.state === 'needs-you' ? waiting.lastProblem?.issues : undefined,
    ...fillable,
    /** What is being typed has been written down. */
    draftKept,
    keep: async (source: FormSource<Values>) => keepDraft(await stored.save(source)),
    dropDraft: () => {
      void stored.drop()
      keepDraft(false)
      setOver(true)
    },
    /** The last submission of this visit. */
    saved,
    /** It was submitted: the draft counts no more. */
    finish: (as: AcceptedSubmission) => {
      setSaved(as)
      keepDraft(false)
      setOver(true)
    },
    closeSaved: () => setSaved(undefined),
  }
}

/** Write a submission down for good, with the version its form was filled from. */
export const submitForm = (
  form: string,
  payload: unknown,
  baseVersion: string | undefined,
): Promise<SubmissionResult> =>
  submitToOutbox({ form, payload, ...(baseVersion !== undefined && { baseVersion }) })

const StoredSource = v.object({ values: v.unknown(), baseVersion: v.optional(v.string()) })

function readSource<Values>(
  draft: unknown,
  readDraft: (values: unknown) => Values | undefined,
): FormSource<Values> | undefined {
  const read = v.safeParse(StoredSource, draft)
  const values = read.success ? readDraft(read.output.values) : undefined
  return values === undefined
    ? undefined
    : { values, baseVersion: read.success ? read.output.baseVersion : undefined }
}
