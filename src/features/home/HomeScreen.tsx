import { lazy, type ReactNode, Suspense } from 'react'
import { useUnseenDeliveryCount, useOutboxStatus } from '#app/lib/outbox/outbox.ts'
import { useClockSkew } from '#app/lib/platform/server-clock.ts'
import { useSession } from '#app/lib/session/session.ts'
import { lazyComponent, LOAD_AFTER_RENDER } from '#app/ui/lazy-component.tsx'
import { usePageLayout } from '#app/ui/page-layout.ts'
import { Page } from '#app/ui/Page.tsx'
import { AccountHeader } from './AccountHeader.tsx'
import { HomeApps } from './apps/HomeApps.tsx'
import { OfflineReadinessCard } from './OfflineReadinessCard.tsx'
import { TodaySection } from './today/TodaySection.tsx'
import { usePassDialog } from './usePassDialog.ts'

// Cards that most visits do not need are loaded on demand.
const WaitingCard = lazyComponent(async () => (await import('./OutboxCard.tsx')).OutboxCard)
const Warnings = lazyComponent(
  async () => (await import('./SecurityWarnings.tsx')).SecurityWarnings,
)
const InstallCard = lazyComponent(
  async () => (await import('./InstallCard.tsx')).InstallCard,
  LOAD_AFTER_RENDER,
)

const PassDialog = lazy(() =>
  import('./PassDialog.tsx').then((module) => ({ default: module.PassDialog })),
)

/**
 * The home page: account, the next step, unsent forms, and the applications (HOME-01 to HOME-08).
 */
export function HomeScreen({
  app,
  next,
  unbind,
}: {
  app?: string | undefined
  next?: string | undefined
  unbind: ReactNode
}) {
  const session = useSession()
  const passDialog = usePassDialog()
  const { topLevelItems, unavailable, loss } = useOutboxStatus()
  const arrived = useUnseenDeliveryCount()
  const doubt = useClockSkew()
  const isWarned = Boolean(session?.boundElsewhereAt || session?.guessedAt || doubt)
  const { site, otherLanguage } = usePageLayout()
  return (
    <Page title={site} action={otherLanguage} tabs>
      <AccountHeader next={next} app={app} unbind={unbind} />
      {session !== null && (
        <>
          {isWarned && <Warnings session={session} />}
          <TodaySection session={session} />
        </>
      )}
      {(unavailable || loss !== undefined || topLevelItems.length > 0 || arrived > 0) && (
        <WaitingCard />
      )}
      <HomeApps app={app} onCode={passDialog.open} />
      <OfflineReadinessCard />
      {/* The card is last on the page. It appears when the browser offers an installation, and at
          this place it does not shift the layout. */}
      {session !== null && <InstallCard session={session} />}
      {passDialog.isOpen && (
        <Suspense>
          <PassDialog onClose={passDialog.close} />
        </Suspense>
      )}
    </Page>
  )
}
