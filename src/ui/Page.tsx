import { Link, useCanGoBack, useHydrated, useRouter } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import { useEffect, useRef, type ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { usePageLayout } from './page-layout.ts'
import styles from './Page.module.css'

/**
 * One screen: the top bar with the only h1, the banner, the scrolling content, and optionally the
 * tab bar.
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
  /**
   * With true, the button goes back in history, or to the home page without a history. A string is
   * the address to open.
   */
  back?: boolean | string
  backLabel?: string
  action?: ReactNode
  banner?: ReactNode
  tabs?: boolean
  /** On a wide screen, and on a phone in landscape, the page uses the full width. */
  wide?: boolean
  /** Set if the printed content has its own header. */
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
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <div className={styles['action']}>{action}</div>
        </div>
        {/* Always rendered: a live region that appears together with its text is not announced. */}
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
  const hadFocus = useRef(false)
  const go = () => {
    if (to === true && canGoBack) router.history.back()
    else void router.navigate({ to: to === true ? '/' : to })
  }
  // On a page rendered by the server the control is a link, because a button would have no effect
  // before hydration.
  if (!isTakenOver)
    return (
      <Link
        ref={(link) => () => {
          hadFocus.current = link !== null && link === document.activeElement
        }}
        to={to === true ? '/' : to}
        className={styles['back']}
        aria-label={label}
      >
        <Icon of={ChevronLeft} />
      </Link>
    )
  return (
    <button
      ref={(button) => {
        if (hadFocus.current) button?.focus()
        hadFocus.current = false
      }}
      type="button"
      className={styles['back']}
      aria-label={label}
      onClick={go}
    >
      <Icon of={ChevronLeft} />
    </button>
  )
}

let arrivals = 0

// Moves the focus to the title of a new page, so that screen readers announce it. On the very first
// page the focus stays where the browser puts it.
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrivals++ > 0) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
