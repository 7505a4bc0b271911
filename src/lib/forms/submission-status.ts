import { formTexts } from '#i18n/form'
import { type Language, selectTexts } from '#i18n/translate'
import { useNetwork } from '../network/network-status.ts'
import { useOutboxStatus, type SubmissionResult } from '../outbox/outbox.ts'

/**
 * The result of an accepted submission. It is stored on this phone under an `order`, or the
 * university has already received it.
 */
export type AcceptedSubmission = Exclude<SubmissionResult, { readonly type: 'not-saved' }>

/** The sentence that explains why a submission was not saved. */
export function describeUnsavedSubmission(
  result: Extract<SubmissionResult, { readonly type: 'not-saved' }>,
  language: Language,
): string {
  const texts = selectTexts(formTexts, language)
  switch (result.why) {
    case 'quota':
      return texts.notSavedQuota
    case 'unavailable':
      return texts.notSaved
    case 'unsure':
      return texts.notSure
    case 'file-missing':
      return texts.notSavedFileMissing
    case 'explained':
      return result.message
    case 'refused':
      return result.message === '' ? texts.returnedPlain : texts.returned(result.message)
  }
}

/**
 * The current status of a submission: stored on this phone, received by the university, or refused.
 */
export type SubmissionStatus =
  | { readonly type: 'delivered'; readonly receipt: string | undefined }
  | { readonly type: 'weak' | 'sending' }
  | { readonly type: 'conflict'; readonly order: number }
  | { readonly type: 'needs-you'; readonly reason: string }

/** Subscribes to the status of a submission. */
export function useSubmissionStatus(
  saved: AcceptedSubmission | undefined,
): SubmissionStatus | undefined {
  const { items, receipts } = useOutboxStatus()
  const network = useNetwork()
  if (saved === undefined) return undefined
  if (saved.type === 'sent') return { type: 'delivered', receipt: saved.receipt }
  const receipt = receipts.find(({ order }) => order === saved.order)
  if (receipt !== undefined) return { type: 'delivered', receipt: receipt.receipt }
  const item = items.find(({ order }) => order === saved.order)
  if (item?.state === 'conflict') return { type: 'conflict', order: item.order }
  if (item?.state === 'needs-you')
    return { type: 'needs-you', reason: item.lastProblem?.message ?? '' }
  return { type: network !== 'online' || item?.state === 'later' ? 'weak' : 'sending' }
}
