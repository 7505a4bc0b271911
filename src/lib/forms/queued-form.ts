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

/** The values from which a form is filled, and their version on the server. */
export interface FormSource<Values> {
  readonly values: Values
  readonly baseVersion?: string | undefined
}

/** A record of the university and its version, if known. */
export interface ConfirmedRecord<Stored> {
  readonly record: Stored | undefined
  readonly etag: string | undefined
}

/** The university's record: as it was last read, or as this phone has delivered it since. */
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
  const arrived = useOutbox(kept.at).receipts.find(
    (one) => one.form === form && one.deliveredAt > (kept.at ?? 0),
  )
  const since = arrived && readRecord(arrived.payload)
  // The version of a delivered record is not known before the next read.
  if (since !== undefined) return { record: since, etag: undefined }
  return {
    record: kept.data === undefined ? undefined : (recordIn(kept.data) ?? undefined),
    etag: kept.etag,
  }
}

/**
 * The state of a queued form: the student's newest input, and the handling of the next submission.
 * The newest input is in a draft, in the outbox or at the university.
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
  /** Parses a stored payload as a record; undefined if it no longer matches. */
  readRecord: (payload: unknown) => Stored | undefined
  /** Parses the stored values of a draft; undefined if they no longer match. */
  readDraft: (values: unknown) => Values | undefined
  /** The form's values for a record, or the initial values without a record. */
  fill: (record: Stored | undefined) => Values
}) {
  const item = useWaitingItem(form)
  const stored = useDraft(form)
  const [isOver, setOver] = useState(false)
  const [draftKept, keepDraft] = useState(false)
  const [saved, setSaved] = useState<AcceptedSubmission>()
  const payloadFields = item && readRecord(item.payload)
  const waiting = payloadFields === undefined ? undefined : item
  const record = payloadFields ?? confirmed.record
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
    /** The item in the outbox that the university does not have yet. */
    waiting,
    /** The newest record: the waiting item, or without one the university's record. */
    record,
    source: draft ?? fromRecord,
    /** The form is filled from a draft that was not submitted. */
    restored: draft !== undefined,
    needsYou: waiting?.state === 'needs-you',
    isInConflict: waiting?.state === 'conflict',
    /** The issues that the university reported, to be shown at their fields. */
    issues: waiting?.state === 'needs-you' ? waiting.lastProblem?.issues : undefined,
    ...fillable,
    /** The current input has been saved as a draft. */
    draftKept,
    keep: async (source: FormSource<Values>) => keepDraft(await stored.save(source)),
    dropDraft: () => {
      void stored.drop()
      keepDraft(false)
      setOver(true)
    },
    /** The last submission of this visit. */
    saved,
    /** Called after a submission; drops the draft, which no longer applies. */
    finish: (as: AcceptedSubmission) => {
      setSaved(as)
      keepDraft(false)
      setOver(true)
    },
    closeSaved: () => setSaved(undefined),
  }
}

/**
 * Stores a submission durably, together with the version from which its form was filled, and starts
 * sending.
 */
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
