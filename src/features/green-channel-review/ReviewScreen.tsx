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
 * The applications to review: a list on a phone, a table next to its detail on a wide screen
 * (AUD-01, AUD-03, AUD-05).
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

/**
 * The width at which the table and its detail fit next to each other; the style sheets use the same
 * value.
 */
const WIDE_LAYOUT = '(min-width: 64rem)'

/** Whether the window has the wide layout. */
const useWideLayout = (): boolean => useSyncExternalStore(subscribeToWidth, isWideLayout)

const isWideLayout = () => matchMedia(WIDE_LAYOUT).matches

function subscribeToWidth(onChange: () => void) {
  const query = matchMedia(WIDE_LAYOUT)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
