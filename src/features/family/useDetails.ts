import { useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useFormReadiness } from '#app/lib/forms/form-readiness.ts'
import type { FormSource } from '#app/lib/forms/queued-form.ts'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import { useSession } from '#app/lib/session/session.ts'
import type { PersonalDetails } from '#contract/personal-details'
import { toDetailsValues, readDetailsDraft } from './details-values.ts'
import { detailsQuery } from './queries.ts'

/** The personal details as typed before, else as the university has them. */
export function useDetails() {
  const student = useSession()?.subject ?? ''
  const kept = useCachedQuery(detailsQuery())
  const stored = useDraft('details')
  const [isOver, setOver] = useState(false)
  const [draftKept, keepDraft] = useState(false)
  const draft = stored.ready && !isOver ? readDetailsDraft(stored.draft, student) : undefined
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
    // Without a network it can be filled in all the same; only saving has to wait.
    ready,
    failed: failed && draft === undefined,
    // The code is of use for minutes only.
    keep: async ({ values }: FormSource<PersonalDetails>) =>
      keepDraft(await stored.save({ values: { ...values, code: '' } })),
    drop,
    /** It was saved: the next look shows what the university has. */
    finish: () => {
      drop()
      kept.retry()
    },
  }
}
