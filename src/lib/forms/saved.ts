import { formWords } from '#words/form'
import { type Language, speak } from '#words/say'
import { useNetwork } from '../network.ts'
import { useOutbox, type Submitted } from '../outbox.ts'

/** How a submission left the form: on this phone under an order, or already with the university. */
export type SavedAs = Exclude<Submitted, { readonly type: 'not-saved' }>

/** Why a submission was not saved, as a sentence. */
export function notSavedText(
  result: Extract<Submitted, { readonly type: 'not-saved' }>,
  language: Language,
): string {
  const words = speak(formWords, language)
  switch (result.why) {
    case 'quota':
      return words.notSavedQuota
    case 'unavailable':
      return words.notSaved
    case 'unsure':
      return words.notSure
    case 'refused':
      return result.message === '' ? words.returnedPlain : words.returned(result.message)
  }
}

/** How a submission stands now: saved here, received, or sent back. */
export type SavedStatus =
  | { readonly type: 'delivered'; readonly receipt: string | undefined }
  | { readonly type: 'weak' | 'sending' }
  | { readonly type: 'conflict'; readonly order: number }
  | { readonly type: 'needs-you'; readonly reason: string }

/** Follow a submission to the university and back. */
export function useSaved(saved: SavedAs | undefined): SavedStatus | undefined {
  const { items, receipts } = useOutbox()
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
