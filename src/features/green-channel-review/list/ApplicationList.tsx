import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import type { GreenChannelApplication } from '#contract/green-channel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { ApplicationStatusPill } from '../detail/ApplicationStatusPill.tsx'
import { type ApplicationKind, APPLICATION_KINDS } from '../kinds.ts'
import { toApplicationFilter, type ReviewSearch } from '../search.ts'
import { EmptyApplicationList } from './EmptyApplicationList.tsx'
import { LoadMore } from './LoadMore.tsx'
import { useApplicationPages } from './useApplicationPages.ts'
import styles from '../green-channel-review.module.css'

/** The applications on a phone; a tap opens one (AUD-05). */
export function ApplicationList({ kind, search }: { kind: ApplicationKind; search: ReviewSearch }) {
  const texts = useTexts(greenChannelReviewTexts)
  const pages = useApplicationPages(kind, toApplicationFilter(search))
  if (pages.rows === undefined || pages.rows.length === 0)
    return <EmptyApplicationList pages={pages} />
  return (
    <>
      <Card flush title={texts.total(pages.total)}>
        {pages.rows.map((row) => (
          <ApplicationRow key={row.id} kind={kind} row={row} oldest={search.oldest} />
        ))}
      </Card>
      <LoadMore pages={pages} />
    </>
  )
}

function ApplicationRow({
  kind,
  row,
  oldest,
}: {
  kind: ApplicationKind
  row: GreenChannelApplication
  oldest: ReviewSearch['oldest']
}) {
  return (
    <RowLink
      to={APPLICATION_KINDS[kind].detail}
      params={{ stunum: row.student }}
      search={{ year: Number(row.year), oldest }}
      label={
        <span className={styles['who']}>
          <b>{row.name}</b>
          <span>{row.number}</span>
        </span>
      }
      description={
        <span className={styles['line']}>
          <span>{formatMoney(row.amount)}</span>
          <span>{row.appliedAt}</span>
        </span>
      }
      trailing={<ApplicationStatusPill status={row.status} />}
    />
  )
}
