import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { navigateAway, waitForTraversals } from '#app/host/navigate-away.ts'
import { useIsAnyFormDirty } from '#app/lib/forms/dirty-forms.ts'
import { currentLanguage, useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useNameTranslator } from '#app/lib/language/name-translator.ts'
import { appConfig, settingsRevision } from '#app/lib/platform/config.ts'
import { useExternalStore } from '#app/lib/platform/store.ts'
import { onSessionEnd, consumeSessionEndReason, useSession } from '#app/lib/session/session.ts'
import { skipClosedSheets } from '#app/ui/closed-sheets.ts'
import { pendingTraversal } from '#app/ui/history-traversal.ts'
import { lazyComponent, LOAD_AFTER_RENDER } from '#app/ui/lazy-component.tsx'
import { NameTranslatorProvider } from '#app/ui/name-translator.ts'
import { PageLayoutProvider } from '#app/ui/page-layout.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { Toaster } from '#app/ui/Toaster.tsx'
import { appShellTexts } from '#i18n/app-shell'
import { commonTexts } from '#i18n/common'
import type { Language } from '#i18n/translate'
import { declineUpdate, useUpdate } from './app-update.ts'
import { AppTabs } from './AppTabs.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { NetworkBanner } from './NetworkBanner.tsx'
import { siteName } from './site-name.ts'
import styles from './AppShell.module.css'

/**
 * The frame around every page: skip link, network banner, tabs, toasts, and the offer of a new
 * version.
 */
export function AppShell({ children }: { children: ReactNode }) {
  const texts = useTexts(appShellTexts)
  const language = useLanguage()
  const named = useNameTranslator()
  useExternalStore(settingsRevision)
  const site = siteName(language)
  const frame = useMemo(
    () => ({
      site,
      backLabel: texts.back,
      closeLabel: texts.close,
      retryLabel: texts.retry,
      loadingLabel: texts.loading,
      banner: <NetworkBanner />,
      tabs: <AppTabs />,
      otherLanguage: <LanguageSwitch />,
      again: { label: texts.again, busy: texts.asking, run: askAgain },
    }),
    [site, texts],
  )
  useEffect(skipClosedSheets, [])
  useEffect(() => waitForTraversals(pendingTraversal), [])
  useStaffLayout()
  useMarkedChinese(language)
  useEndedSession()
  return (
    <PageLayoutProvider value={frame}>
      <NameTranslatorProvider value={named}>
        <a href="#content" className={styles['skip']} onClick={skip}>
          {texts.skip}
        </a>
        {children}
        <UpdatePrompt />
        <Toaster />
        <Announcer />
      </NameTranslatorProvider>
    </PageLayoutProvider>
  )
}

// If this chunk cannot be loaded, there is no network either, so the failure is ignored.
const askAgain = () =>
  import('#app/lib/network/connectivity-probe.ts')
    .then(({ retryPendingQueries }) => retryPendingQueries())
    .catch(() => {})

// Moves the focus without a link to #content, because the router controls the address and would
// navigate.
function skip(event: { preventDefault(): void }) {
  event.preventDefault()
  const content = document.getElementById('content')
  content?.setAttribute('tabindex', '-1')
  content?.focus()
}

// Staff work at a computer, so every page uses the wide layout (D-109). The layout is set before
// the first paint, so that the text size does not jump.
function useStaffLayout() {
  const staff = useSession()?.person.role === 'staff'
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-desk', staff), [staff])
}

const Announcer = lazyComponent(
  async () => (await import('./Announcer.tsx')).Announcer,
  LOAD_AFTER_RENDER,
)

// Marks Chinese texts on an English page; a Chinese page needs no marks. If the chunk fails to
// load, only the pronunciation by screen readers is affected.
function useMarkedChinese(language: Language) {
  useEffect(() => {
    if (language === 'zh') return undefined
    const marking = import('./mark-chinese.ts').then(({ markChineseText }) =>
      markChineseText(document.body),
    )
    marking.catch(() => {})
    return () => void marking.then((stop) => stop()).catch(() => {})
  }, [language])
}

// Handles the end of a session by the server: -400 opens the root, -500 the backend's page if it
// has one (XC-08, XC-09, D-10).
function useEndedSession() {
  const router = useRouter()
  useEffect(() => {
    const leadAway = () => {
      const page = consumeSessionEndReason()
      if (page === undefined) return
      if (page === 'backend' && appConfig.backendPage !== '')
        return void navigateAway(appConfig.backendPage)
      if (page === 'backend') showToast(commonTexts.systemFault[currentLanguage()])
      const { href, pathname } = router.latestLocation
      void router.navigate({ to: '/', search: pathname === '/' ? {} : { next: href } })
    }
    leadAway()
    return onSessionEnd(leadAway)
  }, [router])
}

/**
 * Offers a new version of the app. It is not offered while the user fills in a form, since applying
 * it reloads the page.
 */
function UpdatePrompt() {
  const texts = useTexts(appShellTexts)
  const apply = useUpdate()
  const typing = useIsAnyFormDirty()
  if (apply === null || typing) return null
  return (
    <section aria-label={texts.updateTitle} className={styles['update']}>
      <p role="status">
        {texts.updateTitle}
        <span>{texts.updateText}</span>
      </p>
      <TextButton onClick={declineUpdate}>{texts.updateLater}</TextButton>
      <TextButton onClick={apply}>{texts.updateNow}</TextButton>
    </section>
  )
}
