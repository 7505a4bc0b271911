import { LayoutGrid } from 'lucide'
import { lazy, Suspense } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import type { HomeApp } from '#contract/home'
import { commonTexts } from '#i18n/common'
import { homeTexts } from '#i18n/home'
import { firstPathSegment } from './apps/app-action.ts'
import { HomeAppItem } from './apps/HomeAppItem.tsx'
import { useApps } from './apps/useApps.ts'
import { useRunAppAction } from './apps/useRunAppAction.ts'
import { usePassDialog } from './usePassDialog.ts'
import styles from './apps/HomeApps.module.css'

const PassDialog = lazy(() =>
  import('./PassDialog.tsx').then((module) => ({ default: module.PassDialog })),
)

/** The grid of all applications (HOME-09, HOME-10). */
export function MoreScreen() {
  const texts = useTexts(homeTexts)
  const common = useTexts(commonTexts)
  const apps = useApps('all')
  const shown = withHome(apps.visible, useApps('home').visible)
  const passDialog = usePassDialog()
  const act = useRunAppAction(passDialog.open)
  return (
    <Page title={texts.allApps} back>
      {apps.state === 'loading' && <Skeleton rows={4} />}
      {apps.state !== 'loading' && shown.length === 0 && (
        <EmptyState icon={<Icon of={LayoutGrid} />} title={common.noData} />
      )}
      {shown.length > 0 && (
        <Card>
          <div className={styles['grid']}>
            {shown.map((app) => (
              <HomeAppItem key={app.address + app.title} app={app} act={act} />
            ))}
          </div>
        </Card>
      )}
      {apps.builtIn && <p className={styles['note']}>{texts.builtIn}</p>}
      {passDialog.isOpen && (
        <Suspense>
          <PassDialog onClose={passDialog.close} />
        </Suspense>
      )}
    </Page>
  )
}

/**
 * Adds the applications of the home page to the list of all applications, whatever the campus's
 * lists contain. Each page is listed once, and this page is left out.
 */
function withHome(all: readonly HomeApp[], home: readonly HomeApp[]): HomeApp[] {
  const pages = new Set(all.map(({ address }) => firstPathSegment(address)))
  return [
    ...all,
    ...home.filter(
      ({ address }) =>
        !pages.has(firstPathSegment(address)) && firstPathSegment(address) !== 'more',
    ),
  ]
}
