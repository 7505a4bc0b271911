import { lazy, Suspense } from 'react'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonWords } from '#words/common'
import { homeWords } from '#words/home'
import styles from './Apps.module.css'
import { AppEntry } from './AppEntry.tsx'
import { useApps } from './use-apps.ts'
import { useCode } from './use-code.ts'
import { useTap } from './use-tap.ts'

const PassDialog = lazy(() => import('./PassDialog.tsx').then((module) => ({ default: module.PassDialog })))

/** The grid of all applications (HOME-09, HOME-10). */
export function MoreScreen() {
  const words = useWords(homeWords)
  const common = useWords(commonWords)
  const apps = useApps('all')
  const code = useCode()
  const act = useTap(code.open)
  return (
    <Page title={words.allApps} back>
      {apps.state === 'loading' && <Skeleton rows={4} label={common.loading} />}
      {apps.state !== 'loading' && apps.visible.length === 0 && <Empty icon={<LayoutGrid />} title={common.noData} />}
      {apps.visible.length > 0 && (
        <Card>
          <div className={styles['grid']}>
            {apps.visible.map((app) => (
              <AppEntry key={app.address + app.title} app={app} act={act} />
            ))}
          </div>
        </Card>
      )}
      {apps.builtIn && <p className={styles['note']}>{words.builtIn}</p>}
      {code.asked && (
        <Suspense>
          <PassDialog onClose={code.close} />
        </Suspense>
      )}
    </Page>
  )
}
