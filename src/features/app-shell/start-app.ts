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
 * Starts the app: the cached start-up reads and the identity first, for the first paint; network
 * requests afterwards. `drawn` resolves when a screen is shown.
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
      // Rarely needed, and not for the first paint.
      .then(finishUnbinding)
      .catch(() => {})
  void connectOutbox(quiet)
  void refreshSession(quiet)
  onNetworkRecovery(() => void refreshSession())
  onSessionEnd(closeSealed)
  // The page that noticed the end of the session may have closed before it finished.
  if (hasSessionEnded()) void quiet.then(closeSealed)
  syncLanguageAcrossTabs()
  // Names and notices that the campus translates have to be read again after a change of language.
  subscribeToLanguage(() => {
    void queryClient.invalidateQueries({ predicate: isRepeatableQuery })
    void refreshSession()
  })
  document.addEventListener('visibilitychange', checkStillBound)
  window.addEventListener('pageshow', checkStillBound)
}

const SOON_MS = 1_000

// A supervisor's roster is deleted when the sign-in ends; the first screen does not need this code.
const closeSealed = () =>
  void import('#offline/storage/sealed-copies')
    .then(({ deleteSealedCopies }) => deleteSealedCopies())
    .catch(() => {})

// The first screen does not need the outbox engine and its database, and neither does a phone that
// was never bound.
async function connectOutbox(quiet: Promise<void>) {
  await whenFirstBound()
  await quiet
  // If the chunk fails to load, the next submission loads it again.
  await startOutbox({ onForgotten }).catch(() => {})
}

// The channel also informs the tab that unbound, whose session has already ended.
const onForgotten = () => void (currentSession() !== null && leaveAfterUnbinding())

// A tab that slept, or did not listen yet, may have missed the message.
function checkStillBound() {
  const kept = safeLocalStorage.getItem('stuCode') || safeLocalStorage.getItem('userCode')
  if (currentSession() !== null && currentSession()?.subject !== kept) leaveAfterUnbinding()
}

// Another tab has unbound this user and clears the databases. It clears local storage before it
// sends the message: a token that is present belongs to a person bound since, as does the stored
// data. Only this tab still shows the previous user.
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
