import { useNavigate } from '@tanstack/react-router'
import { MousePointerClick } from 'lucide'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { type GreenChannelApplication, APPLICATION_PENDING } from '#contract/green-channel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { useDecisionToast } from './decision/useDecisionToast.ts'
import { type ApplicationKind, APPLICATION_KINDS } from './kinds.ts'
import { ApplicationTable } from './list/ApplicationTable.tsx'
import { ReviewFilters } from './list/ReviewFilters.tsx'
import { useApplicationPages } from './list/useApplicationPages.ts'
import { fetchNextPendingApplication } from './queries.ts'
import { toApplicationFilter, type ReviewSearch, selectedReviewYear } from './search.ts'
import styles from './green-channel-review.module.css'

// The detail is a separate chunk, so that the list renders before it has loaded.
const Detail = lazy(() =>
  import('./detail/ApplicationDetail.tsx').then((module) => ({
    default: module.ApplicationDetail,
  })),
)

const Together = lazy(() =>
  import('./decision/BatchDecision.tsx').then((module) => ({ default: module.BatchDecision })),
)

/** The review on a wide screen: the table of applications, and the open application next to it. */
export function ReviewSplitView({ kind, search }: { kind: ApplicationKind; search: ReviewSearch }) {
  const texts = useTexts(greenChannelReviewTexts)
  const navigate = useNavigate()
  const say = useDecisionToast()
  const pages = useApplicationPages(kind, toApplicationFilter(search))
  const table = useRef<HTMLDivElement>(null)
  const { open, ...filter } = search
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  // The selected applications stay selected after their decision, until the user closes the panel,
  // so that the user can read the result.
  const together = (pages.rows ?? []).filter(({ id }) => chosen.has(id))
  const [first] = together

  const goOn = async (decided: GreenChannelApplication) => {
    pages.note(decided)
    const next =
      findPendingAfter(pages.rows ?? [], decided) ??
      (await fetchNextPendingApplication(kind, decided, toApplicationFilter(search)))
    say(next)
    await navigate({
      to: APPLICATION_KINDS[kind].list,
      search: { ...filter, ...(next && { open: next.student }) },
      replace: true,
    })
  }
  const leave = (event: KeyboardEvent<HTMLElement>) => {
    // An open sheet handles Escape itself, so the key is ignored here.
    if (
      event.key !== 'Escape' ||
      !(event.target instanceof Node) ||
      !event.currentTarget.contains(event.target)
    )
      return
    table.current?.querySelector<HTMLElement>('a[aria-current]')?.focus()
  }
  return (
    <div className={styles['desk']}>
      <div ref={table} className={styles['side']}>
        <ReviewFilters kind={kind} search={search} />
        <ApplicationTable
          kind={kind}
          search={search}
          pages={pages}
          chosen={chosen}
          onChoose={choose}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leads back to the table */}
      <section aria-label={texts.data} className={styles['pane']} onKeyDown={leave}>
        {first !== undefined ? (
          <Suspense fallback={<Skeleton rows={9} />}>
            <Together
              kind={kind}
              first={first}
              rows={together.filter(({ status }) => status === APPLICATION_PENDING)}
              onDecided={pages.note}
              onLeave={() => {
                choose(new Set())
                // In a list filtered by status, a decided application is no longer listed.
                pages.retry()
              }}
            />
          </Suspense>
        ) : open === undefined ? (
          <EmptyState
            icon={<Icon of={MousePointerClick} />}
            title={texts.chooseOne}
            text={texts.chooseText}
          />
        ) : (
          <Suspense fallback={<Skeleton rows={9} />}>
            <Detail
              key={open}
              kind={kind}
              student={open}
              year={selectedReviewYear(search)}
              focus
              onDecided={goOn}
            />
          </Suspense>
        )}
      </section>
    </div>
  )
}

/** Returns the next pending application below a decided one, else the first above it. */
function findPendingAfter(
  rows: readonly GreenChannelApplication[],
  decided: GreenChannelApplication,
): GreenChannelApplication | undefined {
  const at = rows.findIndex(({ id }) => id === decided.id)
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].find(
    ({ status }) => status === APPLICATION_PENDING,
  )
}
