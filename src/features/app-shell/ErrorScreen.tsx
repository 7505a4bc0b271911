import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { onNetworkRecovery, useNetwork } from '#app/lib/network/network-status.ts'
import { reloadIfServerAnswers, reloadOncePerPreloadError } from '#app/lib/worker/preload-errors.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { useLazyComponent } from '#app/ui/lazy-component.tsx'
import { Page } from '#app/ui/Page.tsx'
import { appShellTexts } from '#i18n/app-shell'
import { commonTexts } from '#i18n/common'

// The browsers' messages for a missing script, and the bundler's for a missing style sheet.
const MISSING = /dynamically imported module|importing a module|preload CSS/i

const loadNote = async () => (await import('./ErrorReportNote.tsx')).ErrorReportNote
const loadMissing = async () => (await import('./PageNotCachedScreen.tsx')).PageNotCachedScreen

/**
 * Shown when a page has failed or its chunk is not on this phone. It says that typed input is safe,
 * and offers a retry and the home page.
 */
export function ErrorScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const texts = useTexts(appShellTexts)
  const common = useTexts(commonTexts)
  // The chunks of online-only pages are stored on the phone when these pages are first opened
  // (keeping.ts).
  const hasNoFile = error instanceof Error && MISSING.test(error.message)
  // If there is a network, a missing file means that the university no longer serves it.
  const isMissing = useNetwork() !== 'online' && hasNoFile
  const missing = useLazyComponent(loadMissing, isMissing)
  const note = useLazyComponent(loadNote, !hasNoFile)
  const [title, text] = isMissing
    ? [common.offlineOnly, texts.missingText]
    : [texts.errorTitle, texts.errorText]
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
    // A screen whose chunk failed to load stays broken until the page is reloaded.
    void reloadIfServerAnswers()
  }
  const recovered = useEffectEvent(() => {
    if (hasNoFile) void reloadIfServerAnswers()
  })
  useEffect(() => onNetworkRecovery(recovered), [])
  // A file that was loaded in advance does not reload the page, but here a screen waits for it.
  useEffect(() => {
    if (hasNoFile) void reloadOncePerPreloadError(error)
  }, [hasNoFile, error])
  if (isMissing && missing !== undefined) return missing({ onRetry: retry })
  return (
    <Page title={title} back>
      <ErrorState title={title} text={text} onRetry={retry} />
      <ButtonLink tone="second" to="/">
        {texts.home}
      </ButtonLink>
      {!hasNoFile && note?.({ error })}
    </Page>
  )
}
