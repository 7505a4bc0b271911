import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, MouseEvent } from 'react'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { joinClassNames } from '#app/ui/class-names.ts'
import { APPLICATION_PENDING } from '#contract/green-channel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { ApplicationStatusPill } from '../detail/ApplicationStatusPill.tsx'
import { type ApplicationKind, APPLICATION_KINDS } from '../kinds.ts'
import type { ReviewSearch } from '../search.ts'
import { EmptyApplicationList } from './EmptyApplicationList.tsx'
import { LoadMore } from './LoadMore.tsx'
import type { useApplicationPages } from './useApplicationPages.ts'
import styles from '../green-channel-review.module.css'

/**
 * The table of applications on a wide screen: arrow keys move between rows, Enter opens one next to
 * the table.
 */
export function ApplicationTable({
  kind,
  search,
  pages,
  chosen,
  onChoose,
}: {
  kind: ApplicationKind
  search: ReviewSearch
  pages: ReturnType<typeof useApplicationPages>
  /** The ids of the applications selected for a batch decision. */
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
}) {
  const texts = useTexts(greenChannelReviewTexts)
  if (pages.rows === undefined || pages.rows.length === 0)
    return <EmptyApplicationList pages={pages} />
  const pending = pages.rows
    .filter(({ status }) => status === APPLICATION_PENDING)
    .map(({ id }) => id)
  const isAll = pending.length > 0 && pending.every((id) => chosen.has(id))
  const turn = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <>
      <table className={styles['table']}>
        <caption>{texts.total(pages.total)}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.amount}</th>
            <th scope="col">{texts.appliedAt}</th>
            <th scope="col">{texts.status}</th>
            <th scope="col">
              <Pick
                label={texts.chooseAll}
                checked={isAll}
                onChange={() => onChoose(new Set(isAll ? [] : pending))}
              />
            </th>
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each row holds a link; this is more room for it */}
        <tbody onKeyDown={walk} onClick={follow}>
          {pages.rows.map((row) => (
            <tr
              key={row.id}
              className={joinClassNames(row.student === search.open && styles['opened'])}
            >
              <th scope="row">
                <Link
                  to={APPLICATION_KINDS[kind].list}
                  search={{ ...search, open: row.student }}
                  replace
                  resetScroll={false}
                >
                  {row.name}
                </Link>
                <span>{row.number}</span>
              </th>
              <td>{formatMoney(row.amount)}</td>
              <td>{row.appliedAt}</td>
              <td>
                <ApplicationStatusPill status={row.status} />
              </td>
              <td>
                {row.status === APPLICATION_PENDING && (
                  <Pick
                    label={texts.choose(row.name)}
                    checked={chosen.has(row.id)}
                    onChange={() => turn(row.id)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <LoadMore pages={pages} />
    </>
  )
}

function Pick({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: () => void
}) {
  return (
    <label className={styles['pick']}>
      <input type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
    </label>
  )
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement)
  links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
}

function follow({ target }: MouseEvent<HTMLElement>) {
  if (!(target instanceof Element) || target.closest('a, label') !== null) return
  target.closest('tr')?.querySelector('a')?.click()
}
