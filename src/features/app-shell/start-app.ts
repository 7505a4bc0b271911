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
  lastSubject,
  onSessionEnd,
  getSessionToken,
  subscribeToSession,
} from '#app/lib/session/session.ts'

/**
 * Bring the app to life: kept start-up reads and identity first, so that the first paint knows
 * them; the network after. `drawn` resolves when a screen is shown.
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
      // Seldom needed, and not for the first words on the screen.
      .then(finishUnbinding)
      .catch(() => {})
  void connectOutbox(quiet)
  void refreshSession(quiet)
  onNetworkRecovery(() => void refreshSession())
  onSessionEnd(closeSealed)
  // The page that heard it may have been closed before it was done.
  if (hasSessionEnded()) void quiet.then(closeSealed)
  syncLanguageAcrossTabs()
  // What the campus says in another language was not read yet: names, notices.
  subscribeToLanguage(() => {
    void queryClient.invalidateQueries({ predicate: isRepeatableQuery })
    void refreshSession()
  })
  document.addEventListener('visibilitychange', checkStillBound)
  window.addEventListener('pageshow', checkStillBound)
}

const SOON_MS = 1_000

// A supervisor's list does not outlive the sign-in; its file is not for the first screen.
const closeSealed = () =>
  void import('#offline/storage/sealed-copies')
    .then(({ deleteSealedCopies }) => deleteSealedCopies())
    .catch(() => {})

// The engine's file and database are not needed for the first screen, nor while nobody was ever
// bound.
async function connectOutbox(quiet: Promise<void>) {
  await whenFirstBound()
  await quiet
  // Without its file there is no outbox yet; whoever submits asks for it again.
  await startOutbox({ onForgotten }).catch(() => {})
}

// Told to this tab too, by itself; then the session has ended already.
const onForgotten = () => void (currentSession() !== null && leaveAfterUnbinding())

// A tab that slept, or did not listen yet, may have heard nothing.
function checkStillBound() {
  const kept = safeLocalStorage.getItem('stuCode') || safeLocalStorage.getItem('userCode')
  if (currentSession() !== null && currentSession()?.subject !== kept) leaveAfterUnbinding()
}

// Another tab has unbound who is bound here, and empties the databases. It empties local storage
// before it tells: a token that is there was brought by somebody since then, and what this phone
// keeps is theirs. Only this tab still shows the one before.
function leaveAfterUnbinding() {
  if (getSessionToken() !== undefined) return location.reload()
  clearTabSession()
  queryClient.clear()
  clearPersonalData()
}

/** Resolves once somebody was ever bound on this phone. */
export function whenFirstBound(): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribeToSession(look)
    look()
    function look() {
      if (lastSubject() === undefined) return
      stop()
      resolve()
    }
  })
}
