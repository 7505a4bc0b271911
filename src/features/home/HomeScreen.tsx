import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '#app/lib/session.ts'
import { useFrame } from '#app/ui/frame.ts'
import { Page } from '#app/ui/Page.tsx'
import { part, SOON } from '#app/ui/part.tsx'
import { Apps } from './Apps.tsx'
import { ReadyCard } from './ReadyCard.tsx'
import { Today } from './Today.tsx'
import { useCode } from './useCode.ts'
import { WaitingCard } from './WaitingCard.tsx'
import { Warnings } from './Warnings.tsx'
import { Who } from './Who.tsx'

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
  const { site, otherLanguage } = useFrame()
  return (
    <Page title={site} action={otherLanguage} tabs>
      <Who next={next} app={app} unbind={unbind} />
      {session !== null && (
        <>
          <Warnings session={session} />
          <Today session={session} />
        </>
      )}
      <WaitingCard />
      <Apps app={app} onCode={code.open} />
      {session !== null && <InstallCard session={session} />}
      <ReadyCard />
      {code.asked && (
        <Suspense>
          <PassDialog onClose={code.close} />
        </Suspense>
      )}
    </Page>
  )
}
