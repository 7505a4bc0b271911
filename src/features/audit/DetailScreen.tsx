import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '#app/lib/language.ts'
import { Page } from '#app/ui/Page.tsx'
import type { Application } from '#contract/greenchannel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { Detail } from './Detail.tsx'
import { type Kind, KINDS } from './kinds.ts'
import { nextPending } from './queries.ts'
import { filterOf, type Search, searchOf } from './search.ts'
import { useDecided } from './useDecided.ts'

/**
 * One application to review on a page of its own; after the decision the next one opens (AUD-02,
 * AUD-04, AUD-06).
 */
export function DetailScreen({
  kind,
  student,
  search,
}: {
  kind: Kind
  student: string
  search: Search
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const navigate = useNavigate()
  const say = useDecided()
  const filter = filterOf(search)
  const { year } = filter
  const goOn = async (decided: Application) => {
    const next = await nextPending(kind, decided, filter)
    say(next)
    if (!next)
      await navigate({
        to: KINDS[kind].list,
        search: searchOf({ ...filter, status: '', find: '' }),
        replace: true,
      })
    else
      await navigate({
        to: KINDS[kind].detail,
        params: { stunum: next.student },
        search: { year: Number(year), oldest: search.oldest },
        replace: true,
      })
  }
  return (
    // A page of its own for each, so that the new one is announced.
    <Page key={student} title={kind === 'loan' ? texts.loans : texts.households} back wide>
      <Detail kind={kind} student={student} year={year} onDecided={goOn} />
    </Page>
  )
}
