import { useTexts } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import type { Application } from '#contract/greenchannel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { type Kind, KINDS } from './kinds.ts'
import { More } from './More.tsx'
import { filterOf, type Search } from './search.ts'
import { StatusPill } from './StatusPill.tsx'
import { Unread } from './Unread.tsx'
import { usePages } from './usePages.ts'
import styles from './audit.module.css'

/** The applications on a phone; a tap opens one (AUD-05). */
export function Applications({ kind, search }: { kind: Kind; search: Search }) {
  const texts = useTexts(greenChannelReviewTexts)
  const pages = usePages(kind, filterOf(search))
  if (pages.rows === undefined || pages.rows.length === 0) return <Unread pages={pages} />
  return (
    <>
      <Card flush title={texts.total(pages.total)}>
        {pages.rows.map((row) => (
          <ApplicationRow key={row.id} kind={kind} row={row} oldest={search.oldest} />
        ))}
      </Card>
      <More pages={pages} />
    </>
  )
}

function ApplicationRow({
  kind,
  row,
  oldest,
}: {
  kind: Kind
  row: Application
  oldest: Search['oldest']
}) {
  return (
    <RowLink
      to={KINDS[kind].detail}
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
          <span>{shownMoney(row.amount)}</span>
          <span>{row.appliedAt}</span>
        </span>
      }
      trailing={<StatusPill status={row.status} />}
    />
  )
}
