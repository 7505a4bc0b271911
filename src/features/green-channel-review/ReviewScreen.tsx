import { useTexts } from '#app/lib/language/language.ts'
import { Page } from '#app/ui/Page.tsx'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import type { ApplicationKind } from './kinds.ts'
import { ApplicationList } from './list/ApplicationList.tsx'
import { ReviewFilters } from './list/ReviewFilters.tsx'
import { ReviewSplitView } from './ReviewSplitView.tsx'
import type { ReviewSearch } from './search.ts'
import { useWideLayout } from './wide-layout.ts'

/**
 * The applications to review: a list on a phone, a table beside its detail at a desk (AUD-01,
 * AUD-03, AUD-05).
 */
export function ReviewScreen({ kind, search }: { kind: ApplicationKind; search: ReviewSearch }) {
  const texts = useTexts(greenChannelReviewTexts)
  const isDesk = useWideLayout()
  return (
    <Page title={kind === 'loan' ? texts.loans : texts.households} back="/" wide>
      {isDesk ? (
        <ReviewSplitView kind={kind} search={search} />
      ) : (
        <>
          <ReviewFilters kind={kind} search={search} />
          <ApplicationList kind={kind} search={search} />
        </>
      )}
    </Page>
  )
}
