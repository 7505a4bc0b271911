import { forgetEverything, refreshSession, resumeSession } from './identity.ts'
import { openReads } from './kept.ts'
import { onRecovery, watchNetwork } from './network.ts'
import { startOutbox } from './outbox.ts'
import { restoreStartUp } from './query-client.ts'
import { firstReadsEnded } from './quiet.ts'
import { currentSession, lastSubject, token, watchSession } from './session.ts'

/**
 * Bring the app to life: kept start-up reads and identity first, so that the first paint knows them; the network after.
 * `drawn` resolves when a screen is shown.
 */
export async function start({ drawn = Promise.resolve() }: { drawn?: Promise<void> } = {}): Promise<void> {
  watchNetwork()
  await restoreStartUp()
  openReads()
  resumeSession()
  void connectOutbox(drawn)
  void refreshSession()
  onRecovery(() => void refreshSession())
}

const SOON_MS = 1_000

// The engine's file and database are not needed for the first screen, nor while nobody was ever bound.
async function connectOutbox(drawn: Promise<void>) {
  await somebodyBound()
  await firstReadsEnded({ drawn, longest: SOON_MS })
  // Without its file there is no outbox yet; whoever submits asks for it again.
  await startOutbox({ onForgotten }).catch(() => {})
}

function onForgotten() {
  // Told to this tab too, by itself; then the session has ended already.
  if (currentSession() === null) return
  // Who unbinds empties local storage before they tell: a token that is there was brought by somebody since then, and
  // what this phone keeps is theirs. Only this tab still shows the one before; starting anew tells nobody anything.
  if (token() === undefined) void forgetEverything()
  else location.reload()
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
