import './lib/language/apply-preferences.ts'
import '#offline/utilities/polyfills'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { offerUpdate, startApp, whenFirstBound } from '#app/features/app-shell/public.ts'
import { checkUnlessReady, startReadinessMonitor } from '#app/features/offline-readiness/public.ts'
import { findPublicPage } from '#contract/public-pages'
import { withTimeout } from '#offline/utilities/with-timeout'
import { App } from './App.tsx'
import { whenInitialQueriesSettled } from './lib/cache/initial-queries.ts'
import { onNetworkRecovery } from './lib/network/network-status.ts'
import { onUncaughtError } from './lib/network/uncaught-errors.ts'
import { syncPersonalizedCookie } from './lib/session/personalized-cookie.ts'
import { hydrate, readHydrationData } from './lib/snapshot/hydration-data.ts'
import { APP_STANDS } from './lib/snapshot/rendered-for.ts'
import {
  reloadOncePerPreloadError,
  reloadOnceForMissingFiles,
  suppressReloadDuring,
} from './lib/worker/preload-errors.ts'
import { isServiceWorkerSupported } from './lib/worker/service-worker.ts'
import { createAppRouter, loadAllScreens, loadScreen } from './router.tsx'
import { onLazyLoadError } from './ui/lazy-component.tsx'

/** After this time the app's skeleton replaces the static shell, ms. */
const LONGEST_SHELL_MS = 300
/**
 * A page snapshot or a rendered page is more useful than a skeleton, so the skeleton replaces it
 * only after this time, ms (sw/snapshot-page.ts).
 */
const LONGEST_FRAME_MS = 3_000
const root = document.getElementById('root')

reloadOnceForMissingFiles()
onLazyLoadError(reloadOncePerPreloadError, onNetworkRecovery)
const router = createAppRouter()
// The screen's chunk loads while the cached reads are restored.
loadScreen(router)
const renderResult = new Promise<void>((resolve) => {
  const stop = router.subscribe('onRendered', () => {
    stop()
    resolve()
  })
})
void startApp({ drawn: renderResult }).then(async () => {
  syncPersonalizedCookie()
  if (root === null) return
  const app = <App router={router} />
  let standing = Promise.resolve()
  // React hydrates what is pressed before the rest.
  if (await startsWithServerHtml(router)) hydrateRoot(root, app)
  else {
    // Waits until the screen is complete, so that the app renders once instead of twice. Until then
    // the static shell, the snapshot or the page of an earlier day stays.
    const isSeen = root.querySelector('.snapshot') !== null || root.dataset['ssr'] !== undefined
    await withTimeout(isSeen ? LONGEST_FRAME_MS : LONGEST_SHELL_MS, router.load(), () => {})
    createRoot(root).render(app)
    standing = renderResult
  }
  delete root.dataset['ssr']
  void standing.then(() => root.dispatchEvent(new Event(APP_STANDS)))
  // On a weak network the visible page has precedence; precaching starts later.
  await whenInitialQueriesSettled({ drawn: renderResult })
  loadInBackground(
    () => import('./lib/network/connectivity-probe.ts'),
    ({ startConnectivityProbe }) => startConnectivityProbe(),
  )
  onUncaughtError(reportError)
  // Snapshots are stored only after somebody was bound on this phone.
  void whenFirstBound().then(() =>
    loadInBackground(
      () => import('./lib/snapshot/page-snapshots.ts'),
      ({ startPageSnapshots }) =>
        startPageSnapshots({
          root,
          renderedPath: () => {
            const { resolvedLocation } = router.state
            return resolvedLocation?.href === router.latestLocation.href
              ? resolvedLocation.pathname
              : undefined
          },
        }),
    ),
  )
  startReadinessMonitor(async (session) =>
    (await import('#app/features/offline-preparation/public.ts')).loadPreparation(session),
  )
  if (isServiceWorkerSupported())
    loadInBackground(
      () => import('./lib/worker/register-service-worker.ts'),
      ({ registerWorker }) => registerWorker({ onUpdate: offerUpdate, onReady: checkUnlessReady }),
    )
  else loadInBackground(() => loadAllScreens(router))
})

// The code of the report loads with the first error, because most visits have none.
function reportError(error: unknown): void {
  loadInBackground(
    () => import('./lib/network/error-reporting.ts'),
    ({ reportUncaughtError }) =>
      reportUncaughtError(error, String(router.state.matches.at(-1)?.fullPath)),
  )
}

/**
 * Loads code that no screen waits for, and then starts it. If its file cannot be loaded, the page
 * goes on without it and is not reloaded.
 */
function loadInBackground<Code>(load: () => Promise<Code>, start?: (code: Code) => unknown): void {
  void suppressReloadDuring(load)
    .then(start)
    .catch(() => {})
}

/**
 * Prepares the router to hydrate the page that the server rendered, with its hydration data.
 * Resolves to false if the app has to render the page itself.
 */
async function startsWithServerHtml(to: typeof router): Promise<boolean> {
  const renderResult = readHydrationData(to.latestLocation.pathname)
  if (renderResult === undefined) return false
  hydrate(renderResult)
  if (!renderResult.isCurrent) return false
  // The static page and its links work in the meantime, so hydration waits until everything is
  // loaded.
  await to.load()
  const { matches, location } = to.state
  const isThere = matches.every(({ status }) => status === 'success')
  if (!isThere || findPublicPage(location.pathname) !== renderResult.path) return false
  // Tells the router that the server has rendered the first page.
  to.ssr = { manifest: undefined }
  return true
}
