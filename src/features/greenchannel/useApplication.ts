import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applicationQuery } from '#app/lib/applications.ts'
import { useKept } from '#app/lib/kept.ts'
import { type Application, REJECTED } from '#contract/greenchannel'

/** What a student applies for on pages of this feature. */
export type Kind = 'loan' | 'household'

/** The own application of a kind: its form while there is none, or while a rejected one is put right. */
export function useApplication(kind: Kind) {
  const client = useQueryClient()
  const kept = useKept(applicationQuery(kind))
  const [again, setAgain] = useState<string>()
  const application = kept.data?.application
  // A new application has a review of its own: once it is there, the form has done its work.
  const replaced =
    application?.status === REJECTED && again !== undefined && application.review === again ? application : undefined
  return {
    kept,
    application: application ?? undefined,
    /** The rejected one whose words the form begins with. */
    replaced,
    isForm: application === null || replaced !== undefined,
    beginAgain: ({ review }: Application) => setAgain(review),
    readAgain: () => client.invalidateQueries({ queryKey: applicationQuery(kind).queryKey }),
  }
}
