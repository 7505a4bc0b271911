import { Inbox } from 'lucide'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { countItemsOfOthers, useOutbox } from '#app/lib/outbox/outbox.ts'
import { useSession } from '#app/lib/session/session.ts'
import { EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { Page } from '#app/ui/Page.tsx'
import { emptyOutboxTexts } from '#i18n/empty-outbox'
import { LazyOwnOutbox } from './LazyOwnOutbox.ts'

const LeftItems = lazyComponent(async () => (await import('./UnboundOutbox.tsx')).UnboundOutbox)

/**
 * The outbox. A signed-in user sees their own unsent forms. If nobody is signed in, the page shows
 * the unsent forms that other people have left on this phone, and `clear`, the button that removes
 * those forms.
 */
export function OutboxScreen({ clear }: { clear: ReactNode }) {
  const { title } = useTexts(emptyOutboxTexts)
  const bound = useSession() !== null
  const nothing = <NothingWaits />
  if (bound)
    return (
      <LazyOwnOutbox
        nothing={nothing}
        fallback={
          <Page tabs title={title}>
            {null}
          </Page>
        }
      />
    )
  return (
    <Page tabs title={title}>
      <SignedOut nothing={nothing} clear={clear} />
    </Page>
  )
}

function SignedOut({ nothing, clear }: { nothing: ReactNode; clear: ReactNode }) {
  const { topLevelItems, items, unavailable = false } = useOutbox()
  const [total, count] = useState(0)
  // Without a binding all items belong to other people.
  useEffect(() => void countItemsOfOthers().then((found = 0) => count(found)), [items])
  const others = Math.max(0, total - items.length)
  if (topLevelItems.length + others === 0 && !unavailable) return nothing
  return <LeftItems others={others} clear={clear} />
}

function NothingWaits() {
  const texts = useTexts(emptyOutboxTexts)
  return (
    <EmptyStateWithLink
      icon={<Icon of={Inbox} />}
      title={texts.empty}
      text={texts.emptyText}
      to="/"
      way={texts.home}
    />
  )
}
