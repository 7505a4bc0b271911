import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { useFrame } from '#app/ui/frame.ts'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonWords } from '#words/common'
import { homeWords } from '#words/home'
import styles from './Apps.module.css'
import { AppTile } from './AppTile.tsx'
import { BoundElsewhere } from './BoundElsewhere.tsx'
import { ReadyCard } from './ReadyCard.tsx'
import { StatusApp } from './StatusApp.tsx'
import { pageOf, tapOf } from './tap.ts'
import { TodayCard } from './TodayCard.tsx'
import { useApps } from './use-apps.ts'
import { useCode } from './use-code.ts'
import { useTap } from './use-tap.ts'
import { WaitingCard } from './WaitingCard.tsx'
import { Who } from './Who.tsx'

const PassDialog = lazy(() => import('./PassDialog.tsx').then((module) => ({ default: module.PassDialog })))

/** Home: who is bound, what comes next, what waits, and the applications (HOME-01 to HOME-08). */
export function HomeScreen({ app, next, unbind }: { app?: string | undefined; next?: string | undefined; unbind: ReactNode }) {
  const words = useWords(homeWords)
  const common = useWords(commonWords)
  const session = useSession()
  const apps = useApps('home')
  const code = useCode()
  useOpenApp(app, apps.visible, code.open)
  return (
    <Page title={useFrame().site} tabs>
      <Who next={next} app={app} unbind={unbind} />
      {session !== null && (
        <>
          <BoundElsewhere session={session} />
          <TodayCard session={session} />
        </>
      )}
      <WaitingCard />
      {apps.status.length > 0 && (
        <Card flush>
          {apps.status.map((one) => (
            <StatusApp key={one.address + one.title} app={one} onCode={code.open} />
          ))}
        </Card>
      )}
      <section>
        <div className={styles['heading']}>
          <h2>{words.common}</h2>
          {!apps.common.some((one) => pageOf(one.address) === 'more') && <Link to="/more">{words.allApps}</Link>}
        </div>
        {apps.state === 'loading' ? (
          <Skeleton rows={3} label={common.loading} />
        ) : (
          <Card>
            <div className={styles['grid']}>
              {apps.common.map((one) => (
                <AppTile key={one.address + one.title} app={one} onCode={code.open} />
              ))}
              <div className={`${styles['tile']} ${styles['soon']}`}>
                <span aria-hidden className={styles['icon']}>
                  <Plus />
                </span>
                {words.more}
              </div>
            </div>
          </Card>
        )}
        {apps.builtIn && <p className={styles['note']}>{words.builtIn}</p>}
      </section>
      <ReadyCard />
      {code.asked && (
        <Suspense>
          <PassDialog onClose={code.close} />
        </Suspense>
      )}
    </Page>
  )
}

// An address that names an application opens it once it is known and allowed; any other name is ignored (D-16).
function useOpenApp(name: string | undefined, apps: readonly { address: string }[], onCode: () => void) {
  const session = useSession()
  const act = useTap(onCode)
  const language = useLanguage()
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (name === undefined || opened.current === name) return
    const named = apps.find((app) => pageOf(app.address) === name.toLowerCase())
    if (named === undefined) return
    opened.current = name
    act(tapOf(named.address, session), { replace: true })
  }, [name, apps, session, act, language])
}
