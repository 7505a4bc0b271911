import { lazy, type ReactNode, Suspense } from 'react'
import { useClockDoubt } from '#app/lib/clock.ts'
import { useArrivedUnseen, useOutbox } from '#app/lib/outbox.ts'
import { useSession } from '#app/lib/session.ts'
import { useFrame } from '#app/ui/frame.ts'
import { Page } from '#app/ui/Page.tsx'
import { part, SOON } from '#app/ui/part.tsx'
import { Apps } from './Apps.tsx'
import { ReadyCard } from './ReadyCard.tsx'
import { Today } from './Today.tsx'
import { useCode } from './useCode.ts'
import { Who } from './Who.tsx'

// What most visits have nothing of.
const WaitingCard = part(async () => (await import('./WaitingCard.tsx')).WaitingCard)
const Warnings = part(async () => (await import('./Warnings.tsx')).Warnings)
const InstallCard = part(async () => (await import('./InstallCard.tsx')).InstallCard, SOON)

const PassDialog = lazy(() =>
  import('./PassDialog.tsx').then((module) => ({ default: module.PassDialog })),
)

/** Home: who is bound, what comes next, what waits, and the applications (HOME-01 to HOME-08). */
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
  const code = useCode()
  const { rows, unavailable, loss } = useOutbox()
  const arrived = useArrivedUnseen()
  const doubt = useClockDoubt()
  const isWarned = Boolean(session?.boundElsewhereAt || session?.guessedAt || doubt)
  const { site, otherLanguage } = useFrame()
  return (
    <Page title={site} action={otherLanguage} tabs>
      <Who next={next} app={app} unbind={unbind} />
      {session !== null && (
        <>
          {isWarned && <Warnings session={session} />}
          <Today session={session} />
        </>
      )}
      {(unavailable || loss !== undefined || rows.length > 0 || arrived > 0) && <WaitingCard />}
      <Apps app={app} onCode={code.open} />
      <ReadyCard />
      {/* Last: it comes when the browser offers it, and pushes nothing down. */}
      {session !== null && <InstallCard session={session} />}
      {code.asked && (
        <Suspense>
          <PassDialog onClose={code.close} />
        </Suspense>
      )}
    </Page>
  )
}
