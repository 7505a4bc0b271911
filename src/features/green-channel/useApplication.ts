import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { type GreenChannelApplication, APPLICATION_REJECTED } from '#contract/green-channel'
import { useApplicationDraft } from './draft.ts'
import { applicationQuery } from './queries.ts'

/** The kinds of application of this feature. */
export type ApplicationKind = 'loan' | 'household'

/**
 * The state of the student's application of one kind. It contains the form if there is no
 * application or a rejected one is being corrected; otherwise it contains the application.
 */
export function useApplication(kind: ApplicationKind) {
  const client = useQueryClient()
  const kept = useCachedQuery(applicationQuery(kind))
  const [correctedReview, setCorrectedReview] = useState<string>()
  const writing = useApplicationDraft(kind)
  const application = kept.data?.application
  // A new application has its own review id. When there is one, the correction is complete.
  const replaced =
    application?.status === APPLICATION_REJECTED &&
    correctedReview !== undefined &&
    application.review === correctedReview
      ? application
      : undefined
  // The university has received the application, even if the response was lost, so the draft is no
  // longer needed.
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
    /** The rejected application whose values are the form's initial values. */
    replaced,
    isForm: writing.isReady && (application === null || replaced !== undefined),
    isSubmitted: application !== null && replaced === undefined,
    correct: ({ review }: GreenChannelApplication) => setCorrectedReview(review),
    invalidate: () => client.invalidateQueries({ queryKey: applicationQuery(kind).queryKey }),
  }
}
