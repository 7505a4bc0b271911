import { Link } from '@tanstack/react-router'
import { OfficePage } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { serverYear } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { APPLICATION_PENDING } from '#contract/green-channel'
import { commonTexts } from '#i18n/common'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { type ApplicationKind, APPLICATION_KINDS } from './kinds.ts'

/** A review teacher's pending applications: how many, since when, and a link to the review. */
export function ReviewOverviewScreen() {
  const texts = useTexts(greenChannelReviewTexts)
  return (
    <OfficePage title={texts.console} narrow>
      <Waiting kind="loan" title={texts.loans} />
      <Waiting kind="household" title={texts.households} />
    </OfficePage>
  )
}

function Waiting({ kind, title }: { kind: ApplicationKind; title: string }) {
  const texts = useTexts(greenChannelReviewTexts)
  const common = useTexts(commonTexts)
  const live = useOnlineQuery({
    name: `audit-waiting-${kind}`,
    entry: APPLICATION_KINDS[kind].pages,
    input: {
      page: 1,
      size: 1,
      status: APPLICATION_PENDING,
      year: String(serverYear()),
      after: undefined,
      oldest: true,
      find: undefined,
    },
  })
  const page = live.data?.page
  const [oldest] = page?.records ?? []
  return (
    <Card title={title}>
      <p>{page === undefined ? (live.problem ?? common.loading) : texts.waiting(page.total)}</p>
      {oldest !== undefined && <MutedText>{texts.waitingSince(oldest.appliedAt)}</MutedText>}
      <p>
        <Link
          to={APPLICATION_KINDS[kind].list}
          search={{ status: Number(APPLICATION_PENDING), oldest: true }}
        >
          {texts.toDesk}
        </Link>
      </p>
    </Card>
  )
}
