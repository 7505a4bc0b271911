import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { type GreenChannelApplication, APPLICATION_REJECTED } from '#contract/green-channel'
import { useApplicationDraft } from './draft.ts'
import { applicationQuery } from './queries.ts'

/** What a student applies for on pages of this feature. */
export type ApplicationKind = 'loan' | 'household'

/**
 * The own application of a kind: its form while there is none, or while a rejected one is put
 * right.
 */
export function useApplication(kind: ApplicationKind) {
  const client = useQueryClient()
  const kept = useCachedQuery(applicationQuery(kind))
  const [correctedReview, setCorrectedReview] = useState<string>()
  const writing = useApplicationDraft(kind)
  const application = kept.data?.application
  // A new application has a review of its own: once it is there, the form has done its work.
  const replaced =
    application?.status === APPLICATION_REJECTED &&
    correctedReview !== undefined &&
    application.review === correctedReview
      ? application
      : undefined
  // It has arrived, also when its answer was lost: the draft has done its work.
  const isDone =
    application !== undefined && application !== null && application.status !== APPLICATION_REJECTED
  const isLeft = isDone && writing.isReady && writing.draft !== undefined
  const drop = useEffectEvent(() => writing.drop())
  useEffect(() => {
    if (isLeft) drop()
  }, [isLeft])
  return {
    kept,
    writing,
    formKey: `${replaced?.review ?? ''} ${writing.revision}`,
    application: application ?? undefined,
    /** The rejected one whose words the form begins with. */
    replaced,
    isForm: writing.isReady && (application === null || replaced !== undefined),
    isSubmitted: application !== null && replaced === undefined,
    correct: ({ review }: GreenChannelApplication) => setCorrectedReview(review),
    invalidate: () => client.invalidateQueries({ queryKey: applicationQuery(kind).queryKey }),
  }
}
