import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide'
import { memo, useEffect, useRef } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { homeTexts } from '#i18n/home'
import { firstPathSegment, resolveAppAction } from './app-action.ts'
import { HomeAppItem } from './HomeAppItem.tsx'
import { useApps } from './useApps.ts'
import { useRunAppAction, type RunAppAction } from './useRunAppAction.ts'
import styles from './HomeApps.module.css'

/**
 * The applications: those of the list as rows, then those of the grid. The component renders again
 * only when the list changes.
 */
export const HomeApps = memo(function Apps({
  app,
  onCode,
}: {
  app: string | undefined
  onCode: () => void
}) {
  const texts = useTexts(homeTexts)
  const apps = useApps('home')
  const act = useRunAppAction(onCode)
  useOpenApp(app, apps.visible, act)
  return (
    <>
      {apps.status.length > 0 && (
        <Card flush>
          {apps.status.map((one) => (
            <HomeAppItem key={one.address + one.title} app={one} act={act} row />
          ))}
        </Card>
      )}
      <section>
        <div className={styles['heading']}>
          <h2 data-snapshot="label">{texts.common}</h2>
          {!apps.common.some((one) => firstPathSegment(one.address) === 'more') && (
            <Link to="/more">{texts.allApps}</Link>
          )}
        </div>
        {apps.state === 'loading' ? (
          <Skeleton rows={3} />
        ) : (
          <Card>
            <div className={styles['grid']}>
              {apps.common.map((one) => (
                <HomeAppItem key={one.address + one.title} app={one} act={act} />
              ))}
              <div className={`${styles['tile']} ${styles['soon']}`} data-snapshot="label">
                <span aria-hidden className={styles['icon']}>
                  <Icon of={Plus} />
                </span>
                {texts.more}
              </div>
            </div>
          </Card>
        )}
        {apps.builtIn && <p className={styles['note']}>{texts.builtIn}</p>}
      </section>
    </>
  )
})

/**
 * Opens the application named in the address, when its name is known and the user is allowed to
 * open it. An unknown name is ignored (D-16).
 */
function useOpenApp(
  name: string | undefined,
  apps: readonly { address: string }[],
  act: RunAppAction,
): void {
  const session = useSession()
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (name === undefined || opened.current === name) return
    const named = apps.find((app) => firstPathSegment(app.address) === name.toLowerCase())
    if (named === undefined) return
    opened.current = name
    act(resolveAppAction(named.address, session), { replace: true })
  }, [name, apps, session, act])
}
