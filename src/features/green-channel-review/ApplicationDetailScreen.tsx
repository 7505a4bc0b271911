import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '#app/lib/language/language.ts'
import { Page } from '#app/ui/Page.tsx'
import type { GreenChannelApplication } from '#contract/green-channel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { useDecisionToast } from './decision/useDecisionToast.ts'
import { ApplicationDetail } from './detail/ApplicationDetail.tsx'
import { type ApplicationKind, APPLICATION_KINDS } from './kinds.ts'
import { fetchNextPendingApplication } from './queries.ts'
import { toApplicationFilter, type ReviewSearch, toReviewSearch } from './search.ts'

/**
 * The page of one application to review. After the decision it opens the next application (AUD-02,
 * AUD-04, AUD-06).
 */
export function ApplicationDetailScreen({
  kind,
  student,
  search,
}: {
  kind: ApplicationKind
  student: string
  search: ReviewSearch
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const navigate = useNavigate()
  const say = useDecisionToast()
  const filter = toApplicationFilter(search)
  const { year } = filter
  const goOn = async (decided: GreenChannelApplication) => {
    const next = await fetchNextPendingApplication(kind, decided, filter)
    say(next)
    if (!next)
      await navigate({
        to: APPLICATION_KINDS[kind].list,
        search: toReviewSearch({ ...filter, status: '', find: '' }),
        replace: true,
      })
    else
      await navigate({
        to: APPLICATION_KINDS[kind].detail,
        params: { stunum: next.student },
        search: { year: Number(year), oldest: search.oldest },
        replace: true,
      })
  }
  return (
    // The key remounts the page for each application, so that screen readers announce it.
    <Page key={student} title={kind === 'loan' ? texts.loans : texts.households} back wide>
      <ApplicationDetail kind={kind} student={student} year={year} onDecided={goOn} />
    </Page>
  )
}
