import { finishLeaving, refreshSession, resumeSession } from '#app/features/identity/face.ts'
import { followLanguage, watchLanguage } from './lib/language.ts'
import { onRecovery, watchNetwork } from './lib/network.ts'
import { startOutbox } from './lib/outbox.ts'
import { closePersonal, openPersonal } from './lib/personal.ts'
import { isRead, queryClient, restoreStartUp } from './lib/query-client.ts'
import { firstReadsEnded } from './lib/quiet.ts'
import {
  currentSession,
  dropSession,
  hasEnded,
  isLeftBehind,
  lastSubject,
  onSessionEnd,
  token,
  watchSession,
} from './lib/session.ts'
import { local } from './lib/storage.ts'

/**
 * Bring the app to life: kept start-up reads and identity first, so that the first paint knows
 * them; the network after. `drawn` resolves when a screen is shown.
 */
export async function start({
  drawn = Promise.resolve(),
}: { drawn?: Promise<void> } = {}): Promise<void> {
  watchNetwork()
  await restoreStartUp()
  openPersonal()
  resumeSession()
  const quiet = firstReadsEnded({ drawn, longest: SOON_MS })
  if (isLeftBehind())
    void quiet
      // Seldom needed, and not for the first words on the screen.
      .then(finishLeaving)
      .catch(() => {})
  void connectOutbox(quiet)
  void refreshSession(quiet)
  onRecovery(() => void refreshSession())
  onSessionEnd(closeSealed)
  // The page that heard it may have been closed before it was done.
  if (hasEnded()) void quiet.then(closeSealed)
  followLanguage()
  // What the campus says in another language was not read yet: names, notices.
  watchLanguage(() => {
    void queryClient.invalidateQueries({ predicate: isRead })
    void refreshSession()
  })
  document.addEventListener('visibilitychange', lookAround)
  window.addEventListener('pageshow', lookAround)
}

const SOON_MS = 1_000

// A supervisor's list does not outlive the sign-in; its file is not for the first screen.
const closeSealed = () =>
  void import('#offline/sealed-copies')
    .then(({ closeSealedCopies }) => closeSealedCopies())
    .catch(() => {})

// The engine's file and database are not needed for the first screen, nor while nobody was ever
// bound.
async function connectOutbox(quiet: Promise<void>) {
  await somebodyBound()
  await quiet
  // Without its file there is no outbox yet; whoever submits asks for it again.
  await startOutbox({ onForgotten }).catch(() => {})
}

// Told to this tab too, by itself; then the session has ended already.
const onForgotten = () => void (currentSession() !== null && leave())

// A tab that slept, or did not listen yet, may have heard nothing.
function lookAround() {
  const kept = local.getItem('stuCode') || local.getItem('userCode')
  if (currentSession() !== null && currentSession()?.subject !== kept) leave()
}

// Another tab has unbound who is bound here, and empties the databases. It empties local storage
// before it tells: a token that is there was brought by somebody since then, and what this phone
// keeps is theirs. Only this tab still shows the one before.
function leave() {
  if (token() !== undefined) return location.reload()
  dropSession()
  queryClient.clear()
  closePersonal()
}

/** Resolves once somebody was ever bound on this phone. */
export function somebodyBound(): Promise<void> {
  return new Promise((resolve) => {
    const stop = watchSession(look)
    look()
    function look() {
      if (lastSubject() === undefined) return
      stop()
      resolve()
    }
  })
}
