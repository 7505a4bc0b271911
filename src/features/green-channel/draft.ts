import { useState } from 'react'
import * as v from 'valibot'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import type { ApplicationKind } from './useApplication.ts'

const Picture = v.object({ blob: v.instance(Blob), width: v.number(), height: v.number() })

/** What was filled in of a loan's form. ID numbers are no part of a draft. */
export const LoanDraft = v.object({
  /** Of the rejected application that is put right, '' for a new one. */
  review: v.string(),
  amount: v.nullable(v.number()),
  contract: v.string(),
  receipt: v.string(),
  image: v.optional(Picture),
})
/** What was filled in of a loan's form. */
export type LoanDraft = v.InferOutput<typeof LoanDraft>

/** What was filled in of a deferral's form. */
export const DeferralDraft = v.object({
  review: v.string(),
  type: v.string(),
  householder: v.optional(Picture),
  own: v.optional(Picture),
})
/** What was filled in of a deferral's form. */
export type DeferralDraft = v.InferOutput<typeof DeferralDraft>

/** An application that is being written: what was kept of it, and how to keep more. */
export interface ApplicationDraft {
  readonly draft: unknown
  readonly save: (draft: LoanDraft | DeferralDraft) => Promise<void>
  readonly drop: () => void
}

/**
 * The draft of an application, with its pictures: phones often end the page while the album is
 * open. It goes when the application is sent, when it is dropped, and with the binding.
 */
export function useApplicationDraft(
  kind: ApplicationKind,
): ApplicationDraft & { readonly isReady: boolean; readonly revision: number } {
  const kept = useDraft(kind)
  const [revision, setRevision] = useState(0)
  return {
    isReady: kept.ready,
    /** Grows when a draft is dropped: the form then begins anew. */
    revision,
    draft: revision === 0 ? kept.draft : undefined,
    save: async (draft) => void (await kept.save(draft)),
    drop: () => {
      void kept.drop()
      setRevision((last) => last + 1)
    },
  }
}

/** A draft of this very application, if it still is one. */
export function parseDraft<D extends { readonly review: string }>(
  schema: v.GenericSchema<unknown, D>,
  draft: unknown,
  review = '',
): D | undefined {
  const read = v.safeParse(schema, draft)
  return read.success && read.output.review === review ? read.output : undefined
}
