import { useTexts } from '#app/lib/language/language.ts'
import { ReviewPill } from '#app/ui/ReviewPill.tsx'
import { APPLICATION_APPROVED, APPLICATION_PENDING } from '#contract/green-channel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'

/** The status of an application. */
export function ApplicationStatusPill({ status }: { status: string }) {
  const texts = useTexts(greenChannelReviewTexts)
  if (status === APPLICATION_PENDING)
    return <ReviewPill review="pending">{texts.pending}</ReviewPill>
  if (status === APPLICATION_APPROVED)
    return <ReviewPill review="approved">{texts.approved}</ReviewPill>
  return <ReviewPill review="rejected">{texts.rejected}</ReviewPill>
}
