import './boot.ts'
import '#offline/older'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { offerUpdate } from '#app/features/frame/face.ts'
import { checkReadiness, followReadiness } from '#app/features/readiness/face.ts'
import { within } from '#offline/within'
import { queryClient } from './lib/query-client.ts'
import { firstReadsEnded } from './lib/quiet.ts'
import {
  canHaveWorker,
  registerWorker,
  reloadOnceForMissingFiles,
  withoutReload,
} from './lib/worker.ts'
import { createAppRouter, loadAllScreens, loadScreen } from './router.tsx'
import { somebodyBound, start } from './start.ts'

/** After so long the app's own skeleton takes the shell's place. */
const LONGEST_SHELL_MS = 300
/** What was last seen says more than a skeleton (sw/first-frame.ts). */
const LONGEST_FRAME_MS = 3_000
const root = document.getElementById('root')

reloadOnceForMissingFiles()
const router = createAppRouter()
// The screen's file travels while the kept reads are restored.
loadScreen(router)
const drawn = new Promise<void>((resolve) => {
  const stop = router.subscribe('onRendered', () => {
    stop()
    resolve()
  })
})
void start({ drawn }).then(async () => {
  if (root === null) return
  // One drawing instead of two: until then the page's own shell stands.
  const isSeen = root.querySelector('.seen') !== null
  await within(isSeen ? LONGEST_FRAME_MS : LONGEST_SHELL_MS, router.load(), () => {})
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
  // On a weak link what the person waits for goes first; keeping the app on the phone comes after
  // it.
  await firstReadsEnded({ drawn })
  void import('./lib/ask-again.ts').then(({ followWeakness }) => followWeakness()).catch(() => {})
  void import('./lib/trouble.ts')
    .then(({ watchTroubles }) => watchTroubles(() => String(router.state.matches.at(-1)?.fullPath)))
    .catch(() => {})
  // Nothing is kept of what is shown to nobody in particular.
  void somebodyBound()
    .then(() => import('./lib/first-frame.ts'))
    .then(({ followFrames }) =>
      followFrames({
        root,
        pathOf: () => router.latestLocation.pathname,
        followScreens: (listen) => router.subscribe('onRendered', listen),
      }),
    )
    .catch(() => {})
  followReadiness(async (session) => {
    if (session === null) return (await import('./school.ts')).prepareSchool
    const { prepareTunnel } = await import('./tunnel.ts')
    return (tell) => prepareTunnel(session, tell)
  })
  if (canHaveWorker())
    await registerWorker({ onUpdate: offerUpdate, onReady: () => void checkReadiness() })
  else await withoutReload(() => loadAllScreens(router))
})
