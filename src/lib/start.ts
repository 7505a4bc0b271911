import { forgetEverything, refreshSession, resumeSession } from './identity.ts'
import { openReads } from './kept.ts'
import { onRecovery, watchNetwork } from './network.ts'
import { startOutbox } from './outbox.ts'
import { restoreStartUp } from './query-client.ts'
import { currentSession } from './session.ts'

/** Bring the app to life: kept start-up reads and identity first, so that the first paint knows them; the network after. */
export async function start(): Promise<void> {
  watchNetwork()
  await restoreStartUp()
  openReads()
  resumeSession()
  // After the first drawing: the engine's file and database are not needed for it.
  setTimeout(connectOutbox, SOON_MS)
  void refreshSession()
  onRecovery(() => void refreshSession())
}

const SOON_MS = 50

function connectOutbox() {
  // Told to this tab too, by itself; then the session has ended already.
  const onForgotten = () => void (currentSession() !== null && forgetEverything())
  // Without its file there is no outbox yet; whoever submits asks for it again.
  startOutbox({ onForgotten }).catch(() => {})
}
