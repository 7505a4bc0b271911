import ChevronRight from 'lucide-react/icons/chevron-right'
import type { App } from '#contract/home'
import { useLanguage } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import styles from './Apps.module.css'
import { follow } from './AppTile.tsx'
import { AppIcon } from './AppIcon.tsx'
import { titleOf } from './builtin.ts'
import { tapOf } from './tap.ts'
import { hrefOf, useTap } from './use-tap.ts'

/** One application of the list above the grid (HOME-05). */
export function StatusApp({ app, onCode }: { app: App; onCode: () => void }) {
  const title = titleOf(app, useLanguage())
  const tap = tapOf(app.address, useSession())
  const act = useTap(onCode)
  const inside = (
    <>
      <span aria-hidden className={styles['status']}>
        <AppIcon app={app} />
      </span>
      <span>{title}</span>
      <ChevronRight aria-hidden />
    </>
  )
  const href = hrefOf(tap)
  if (href === undefined)
    return (
      <button type="button" className={styles['statusRow']} onClick={() => act(tap)}>
        {inside}
      </button>
    )
  return (
    <a className={styles['statusRow']} href={href} onClick={(event) => follow(event, tap, act)}>
      {inside}
    </a>
  )
}
