import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide'
import { useState } from 'react'
import type { FormView } from '#app/lib/forms/form-view.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { describeCallOutcome } from '#app/lib/network/call-api.ts'
import { useOutbox } from '#app/lib/outbox/outbox.ts'
import { EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { outboxTexts } from '#i18n/outbox'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { ConflictComparison } from './ConflictComparison.tsx'
import { useFormView } from './useFormView.ts'

/** Resolves a conflict: shows the submission next to the university's version, field by field. */
export function RepairScreen({ order }: { order: string }) {
  const texts = useTexts(outboxTexts)
  const found = useOutbox().items.find(
    (one) => one.order === Number(order) && one.state === 'conflict',
  )
  // The page keeps the item even if another tab resolves the conflict in the meantime, so that the
  // choices made so far are not lost.
  const [item, keep] = useState(found)
  if (item === undefined && found !== undefined) keep(found)
  const { view, isLoading } = useFormView(item)
  return (
    <Page title={texts.repairTitle} back="/outbox">
      {item && view ? (
        <Repair item={item} view={view} />
      ) : isLoading ? (
        <Skeleton rows={6} />
      ) : (
        <EmptyStateWithLink
          icon={<Icon of={CircleCheck} />}
          title={texts.repairGone}
          to="/outbox"
          way={texts.backToList}
        />
      )}
    </Page>
  )
}

function Repair({ item, view }: { item: OutboxItem; view: FormView }) {
  const texts = useTexts(outboxTexts)
  const language = useLanguage()
  // The university's version is never cached, because the user must choose against its current
  // version.
  const theirs = useQuery({
    queryKey: [item.subject, 'theirs', item.order],
    queryFn: () => view.fetchServerVersion(item.subject),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // The comparison stays during a refetch, for example after another delivery, so that the choices
  // made so far are not lost.
  if (theirs.data === undefined || (theirs.isFetching && theirs.data.type !== 'ok'))
    return <Skeleton rows={6} />
  if (theirs.data.type !== 'ok') {
    return (
      <ErrorState
        title={texts.noTheirs}
        text={`${describeCallOutcome(theirs.data, language)} ${texts.noTheirsText}`}
        onRetry={() => void theirs.refetch()}
      />
    )
  }
  return (
    <ConflictComparison
      item={item}
      view={view}
      theirs={theirs.data.data ?? {}}
      version={theirs.data.etag}
    />
  )
}
