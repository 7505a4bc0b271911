import { finishUnbinding, refreshSession, resumeSession } from '#app/features/identity/public.ts'
import { whenInitialQueriesSettled } from '#app/lib/cache/initial-queries.ts'
import {
  isRepeatableQuery,
  queryClient,
  restoreStartUpQueries,
} from '#app/lib/cache/query-client.ts'
import { syncLanguageAcrossTabs, subscribeToLanguage } from '#app/lib/language/language.ts'
import { onNetworkRecovery, listenToNetworkEvents } from '#app/lib/network/network-status.ts'
import { startOutbox } from '#app/lib/outbox/outbox.ts'
import { nextPaint } from '#app/lib/platform/next-paint.ts'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { clearPersonalData, reopenPersonalStores } from '#app/lib/session/personal-data.ts'
import {
  currentSession,
  clearTabSession,
  hasSessionEnded,
  isCleanupPending,
  getLastSubject,
  onSessionEnd,
  getSessionToken,
  subscribeToSession,
} from '#app/lib/session/session.ts'

/**
 * Starts the app. First it reads the cached start-up queries and the identity, which the first
 * paint needs; network requests follow. `drawn` resolves when a screen is shown.
 */
export async function startApp({
  drawn = Promise.resolve(),
}: { drawn?: Promise<void> } = {}): Promise<void> {
  listenToNetworkEvents()
  await restoreStartUpQueries()
  reopenPersonalStores()
  resumeSession()
  const quiet = whenInitialQueriesSettled({ drawn, longest: SOON_MS })
  if (isCleanupPending())
    void quiet
      // This cleanup is rarely needed, and the first paint does not depend on it.
      .then(finishUnbinding)
      .catch(() => {})
  void connectOutbox(quiet)
  void refreshSession(quiet)
  onNetworkRecovery(() => void refreshSession())
  onSessionEnd(closeSealed)
  // The page that noticed the end of the session might have been closed before it deleted the data.
  if (hasSessionEnded()) void quiet.then(closeSealed)
  syncLanguageAcrossTabs()
  // After a change of language, names and notices that the campus translates are fetched again.
  subscribeToLanguage(() => {
    void nextPaint().then(() => {
      void queryClient.invalidateQueries({ predicate: isRepeatableQuery })
      void refreshSession()
    })
  })
  document.addEventListener('visibilitychange', checkBinding)
  window.addEventListener('pageshow', checkBinding)
  // A binding writes this key once, after the token and the codes.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'stunum' && newValue !== null) checkBinding()
  })
}

const SOON_MS = 1_000

// Deletes a supervisor's roster when the sign-in ends. The first screen does not need this code, so
// it loads on demand.
const closeSealed = () =>
  void import('#offline/storage/sealed-copies')
    .then(({ deleteSealedCopies }) => deleteSealedCopies())
    .catch(() => {})

// Starts the outbox after the first screen, which does not need it. A phone on which nobody was
// ever bound does not need it either.
async function connectOutbox(quiet: Promise<void>) {
  await whenFirstBound()
  await quiet
  // If the chunk fails to load, the next submission loads it again.
  await startOutbox({ onForgotten }).catch(() => {})
}

// The channel also notifies the tab that unbound; that tab has no session any more.
const onForgotten = () => void (currentSession() !== null && leaveAfterUnbinding())

// Another tab might have bound or unbound somebody while this tab was asleep or not listening yet.
function checkBinding() {
  if (currentSession() === null) {
    if (getSessionToken() !== undefined && !hasSessionEnded()) void refreshSession()
    return
  }
  const kept = safeLocalStorage.getItem('stuCode') || safeLocalStorage.getItem('userCode')
  if (currentSession()?.subject !== kept) leaveAfterUnbinding()
}

// Handles an unbinding in another tab, which clears the databases. That tab clears local storage
// before it sends the message. If there is a token, it belongs to a person who was bound since, and
// so does the stored data. Only this tab still shows the previous user.
function leaveAfterUnbinding() {
  if (getSessionToken() !== undefined) return location.reload()
  clearTabSession()
  queryClient.clear()
  clearPersonalData()
}

/** Resolves once any person has been bound on this phone. */
export function whenFirstBound(): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribeToSession(look)
    look()
    function look() {
      if (getLastSubject() === undefined) return
      stop()
      resolve()
    }
  })
}
