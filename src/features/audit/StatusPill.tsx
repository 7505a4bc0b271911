import { useWords } from '#app/lib/language.ts'
import { ReviewPill } from '#app/ui/ReviewPill.tsx'
import { APPROVED, PENDING } from '#contract/greenchannel'
import { auditWords } from '#words/audit'

/** Where an application stands. */
export function StatusPill({ status }: { status: string }) {
  const words = useWords(auditWords)
  if (status === PENDING) return <ReviewPill review="pending">{words.pending}</ReviewPill>
  if (status === APPROVED) return <ReviewPill review="approved">{words.approved}</ReviewPill>
  return <ReviewPill review="rejected">{words.rejected}</ReviewPill>
}
