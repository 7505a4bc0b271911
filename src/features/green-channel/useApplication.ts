import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { type GreenChannelApplication, APPLICATION_REJECTED } from '#contract/green-channel'
import { useApplicationDraft } from './draft.ts'
import { applicationQuery } from './queries.ts'

/** The kinds of application of this feature. */
export type ApplicationKind = 'loan' | 'household'

/**
 * The state of an own application of one kind: the form while there is none or a rejected one is
 * corrected, else the application.
 */
export function useApplication(kind: ApplicationKind) {
  const client = useQueryClient()
  const kept = useCachedQuery(applicationQuery(kind))
  const [correctedReview, setCorrectedReview] = useState<string>()
  const writing = useApplicationDraft(kind)
  const application = kept.data?.application
  // A new application has its own review id; once it exists, the correction is complete.
  const replaced =
    application?.status === APPLICATION_REJECTED &&
    correctedReview !== undefined &&
    application.review === correctedReview
      ? application
      : undefined
  // The application has arrived, even if the answer was lost, so the draft is no longer needed.
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
    /** The rejected application whose values the form starts with. */
    replaced,
    isForm: writing.isReady && (application === null || replaced !== undefined),
    isSubmitted: application !== null && replaced === undefined,
    correct: ({ review }: GreenChannelApplication) => setCorrectedReview(review),
    invalidate: () => client.invalidateQueries({ queryKey: applicationQuery(kind).queryKey }),
  }
}
