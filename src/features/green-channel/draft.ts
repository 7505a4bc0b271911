import { useState } from 'react'
import * as v from 'valibot'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import type { HouseholdApplication, LoanApplication } from '#contract/green-channel'
import type { ApplicationKind } from './useApplication.ts'

const Picture = v.object({ blob: v.instance(Blob), width: v.number(), height: v.number() })

// Told by the session, not typed.
type OwnerField = 'student' | 'idCard'

/** The draft of a loan form. It never contains ID numbers. */
export const LoanDraft = v.object({
  /** The id of the rejected application to correct; '' for a new application. */
  review: v.string(),
  amount: v.nullable(v.number()),
  contract: v.string(),
  receipt: v.string(),
  image: v.optional(Picture),
} satisfies Record<'review' | Exclude<keyof LoanApplication, OwnerField>, unknown>)
/** The draft of a loan form. */
export type LoanDraft = v.InferOutput<typeof LoanDraft>

/** The draft of a deferral form. */
export const DeferralDraft = v.object({
  review: v.string(),
  type: v.string(),
  /** What the student has typed, if the campus lets students choose the amount. */
  amount: v.optional(v.string()),
  householder: v.optional(Picture),
  own: v.optional(Picture),
} satisfies Record<'review' | 'type' | Exclude<keyof HouseholdApplication, OwnerField>, unknown>)
/** The draft of a deferral form. */
export type DeferralDraft = v.InferOutput<typeof DeferralDraft>

/** The draft of an application, and a function that saves it. */
export interface ApplicationDraft {
  readonly draft: unknown
  readonly save: (draft: LoanDraft | DeferralDraft) => Promise<void>
  readonly drop: () => void
}

/**
 * Stores the draft of an application with its pictures, because a phone often ends the page while
 * the album is open. The draft is deleted when the application is sent or dropped, and when the
 * binding ends.
 */
export function useApplicationDraft(
  kind: ApplicationKind,
): ApplicationDraft & { readonly isReady: boolean; readonly revision: number } {
  const kept = useDraft(kind)
  const [revision, setRevision] = useState(0)
  return {
    isReady: kept.ready,
    /** Increases when the draft is dropped, which resets the form. */
    revision,
    draft: revision === 0 ? kept.draft : undefined,
    save: async (draft) => void (await kept.save(draft)),
    drop: () => {
      void kept.drop()
      setRevision((last) => last + 1)
    },
  }
}

/** Parses a draft; undefined if it is invalid or belongs to another application. */
export function parseDraft<D extends { readonly review: string }>(
  schema: v.GenericSchema<unknown, D>,
  draft: unknown,
  review = '',
): D | undefined {
  const read = v.safeParse(schema, draft)
  return read.success && read.output.review === review ? read.output : undefined
}
