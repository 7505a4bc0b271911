import { Link, useCanGoBack, useHydrated, useRouter } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import { useEffect, useRef, type ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { usePageLayout } from './page-layout.ts'
import styles from './Page.module.css'

/**
 * One screen: top bar with its only h1, the thin banner, the scrolling content, and the tab bar
 * where wanted.
 */
export function Page({
  title,
  back,
  backLabel,
  action,
  banner,
  tabs,
  wide = false,
  sheet = false,
  children,
}: {
  title: string
  /** true goes back, or home when there is nothing to go back to; an address goes there. */
  back?: boolean | string
  backLabel?: string
  action?: ReactNode
  banner?: ReactNode
  tabs?: boolean
  /** At a desk, and on a phone on its side, it takes the whole window. */
  wide?: boolean
  /** What is printed of it has a head of its own. */
  sheet?: boolean
  children: ReactNode
}) {
  const frame = usePageLayout()
  const heading = useFocusOnArrival()
  useEffect(() => {
    document.title = title === frame.site ? title : `${title} · ${frame.site}`
  }, [title, frame.site])
  return (
    <div className={joinClassNames(styles['page'], wide && styles['wide'])}>
      <header className={joinClassNames(styles['top'], sheet && styles['unprinted'])}>
        <div className={styles['bar']}>
          {back ? <Back to={back} label={backLabel ?? frame.backLabel} /> : <span />}
          <h1 ref={heading} tabIndex={-1} data-snapshot="keep">
            {title}
          </h1>
          <div className={styles['action']}>{action}</div>
        </div>
        {/* Always there: a live region that appears with its text is not announced. */}
        <div role="status">{banner || frame.banner}</div>
      </header>
      <main id="content" className={styles['main']}>
        {children}
      </main>
      {tabs && frame.tabs}
    </div>
  )
}

function Back({ to, label }: { to: true | string; label: string }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const isTakenOver = useHydrated()
  const go = () => {
    if (to === true && canGoBack) router.history.back()
    else void router.navigate({ to: to === true ? '/' : to })
  }
  // Where the backend has drawn the page, a button would do nothing until the scripts are there.
  if (!isTakenOver)
    return (
      <Link to={to === true ? '/' : to} className={styles['back']} aria-label={label}>
        <Icon of={ChevronLeft} />
      </Link>
    )
  return (
    <button type="button" className={styles['back']} aria-label={label} onClick={go}>
      <Icon of={ChevronLeft} />
    </button>
  )
}

let arrivals = 0

// A reader of the screen hears the new page's name; the very first page starts where the browser
// starts.
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrivals++ > 0) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
