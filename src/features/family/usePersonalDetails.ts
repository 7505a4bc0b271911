import { useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useFormReadiness } from '#app/lib/forms/form-readiness.ts'
import type { FormSource } from '#app/lib/forms/queued-form.ts'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import { useSession } from '#app/lib/session/session.ts'
import type { PersonalDetails } from '#contract/personal-details'
import { toDetailsValues, parseDetailsDraft } from './details-values.ts'
import { personalDetailsQuery } from './queries.ts'

/** Returns the personal details from the draft, or without a draft from the university. */
export function usePersonalDetails() {
  const student = useSession()?.subject ?? ''
  const kept = useCachedQuery(personalDetailsQuery())
  const stored = useDraft('details')
  const [isOver, setOver] = useState(false)
  const [draftKept, keepDraft] = useState(false)
  const draft = stored.ready && !isOver ? parseDetailsDraft(stored.draft, student) : undefined
  const { ready, failed } = useFormReadiness({
    hasCheckedDraft: stored.ready,
    hasRecord: kept.data !== undefined,
    kept,
  })
  const drop = () => {
    void stored.drop()
    keepDraft(false)
    setOver(true)
  }
  return {
    kept,
    source: { values: draft ?? toDetailsValues(kept.data?.details, student) },
    restored: draft !== undefined,
    draftKept,
    // The form can be filled in offline; only saving needs the network.
    ready,
    failed: failed && draft === undefined,
    // The code is valid for minutes only, so it is not stored.
    keep: async ({ values }: FormSource<PersonalDetails>) =>
      keepDraft(await stored.save({ values: { ...values, code: '' } })),
    drop,
    /** Drops the draft after saving, so that the next visit shows the university's copy. */
    finish: () => {
      drop()
      kept.retry()
    },
  }
}
