import { useSyncExternalStore } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Page } from '#app/ui/Page.tsx'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import type { ApplicationKind } from './kinds.ts'
import { ApplicationList } from './list/ApplicationList.tsx'
import { ReviewFilters } from './list/ReviewFilters.tsx'
import { ReviewSplitView } from './ReviewSplitView.tsx'
import type { ReviewSearch } from './search.ts'

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

/** As wide as a desk, where a table has its detail beside it; the style sheets say the same. */
const WIDE_LAYOUT = '(min-width: 64rem)'

/** Is the window as wide as at a desk? */
const useWideLayout = (): boolean => useSyncExternalStore(subscribeToWidth, isWideLayout)

const isWideLayout = () => matchMedia(WIDE_LAYOUT).matches

function subscribeToWidth(onChange: () => void) {
  const query = matchMedia(WIDE_LAYOUT)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
