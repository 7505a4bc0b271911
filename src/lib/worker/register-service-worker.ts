import { Workbox } from 'workbox-window'
import { readSettingsBlock } from '#contract/page-hash'
import { deletePublicPages } from '#offline/storage/public-pages'
import { PAGE_SETTINGS_CHANGED, postToWorker } from '#offline/transport/worker-messages'
import { subscribeToLanguage } from '../language/language.ts'
import { replaceAppSettings } from '../platform/config.ts'
import { isAnonymousPhone } from '../session/personalized-cookie.ts'
import { onCleanupEnd } from '../session/session.ts'
import { installWorker, WORKER_OPTIONS, WORKER_URL } from './first-installation.ts'
import {
  isServiceWorkerSupported,
  getWorkerRegistration,
  getServiceWorkerState,
} from './service-worker.ts'

interface Listeners {
  /**
   * Called when a newer version is installed. `apply` activates it and reloads the page, so ask the
   * user first.
   */
  readonly onUpdate: (apply: () => void) => void
  /** Called when all files of the app are on the phone. */
  readonly onReady: () => void
}

/** The shortest interval at which an open page checks for changed settings, ms. */
const RENEW_MS = 60_000

const base = import.meta.env.BASE_URL
const HOUR = 3_600_000
const TAKE_OVER_AGAIN_MS = 1000

/**
 * Registers the service worker, if the browser supports it. Without the worker the app works, but
 * it cannot be opened offline.
 */
export async function registerWorker(listeners: Listeners): Promise<void> {
  if (!isServiceWorkerSupported() || import.meta.env.DEV) return
  let workbox: Workbox | undefined
  const isHere = await installWorker(async () => {
    const made = createWorkbox(listeners)
    workbox = made.workbox
    const registration = await workbox.register()
    if (registration !== undefined) made.hearLate(registration)
    return registration
  })
  if (!isHere || workbox === undefined) return
  if ((await getServiceWorkerState()) === 'ready') listeners.onReady()
  checkForUpdates(workbox)
  followSettings()
  storePublicPages()
}

function createWorkbox({ onUpdate, onReady }: Listeners) {
  const workbox = new Workbox(WORKER_URL, WORKER_OPTIONS)
  let accepted = false
  let asking: ReturnType<typeof setInterval> | undefined
  const reload = () => {
    clearInterval(asking)
    location.reload()
  }
  const takeOver = async () => {
    const worker = (await getWorkerRegistration())?.waiting ?? undefined
    if (worker === undefined) reload()
    else postToWorker(worker, { type: 'skip-waiting' })
  }
  const offer = () =>
    onUpdate(() => {
      if (accepted) return
      accepted = true
      void takeOver()
      // While the old worker is busy, Chromium delays skipWaiting. If the old worker is woken at
      // that moment, Chromium does not try again for minutes, so the page asks repeatedly.
      asking = setInterval(() => void takeOver(), TAKE_OVER_AGAIN_MS)
    })
  workbox.addEventListener('waiting', offer)
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (accepted) reload()
    // Another tab accepted the update. This tab might have an open form, so it asks the user before
    // it reloads.
    else if (isUpdate === true) onUpdate(reload)
  })
  workbox.addEventListener('activated', onReady)
  // WebKit can fire `updatefound` for a worker that is already installed, which Workbox does not
  // handle.
  const hearLate = (registration: ServiceWorkerRegistration) =>
    registration.addEventListener(
      'updatefound',
      (event) => {
        if (registration.installing !== null) return
        event.stopImmediatePropagation()
        if (registration.waiting === null) onReady()
        else offer()
      },
      { capture: true },
    )
  return { workbox, hearLate }
}

// Checks for updates from time to time, because an app that stays open for days would otherwise
// never check.
function checkForUpdates(workbox: Workbox) {
  let checked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checked < HOUR) return
    checked = Date.now()
    workbox.update().catch(() => undefined)
  })
}

// The worker stores the pages for anonymous visitors during its installation. They are deleted when
// somebody is bound or another language is chosen. They are stored again when the data of an unbound
// person are deleted, and in the other language.
function storePublicPages() {
  const ask = () => {
    const { controller } = navigator.serviceWorker
    if (controller !== null && isAnonymousPhone())
      postToWorker(controller, { type: 'store-public-pages' })
  }
  const askAgain = () => void deletePublicPages(new URL(base, location.href).href).then(ask)
  ask()
  onCleanupEnd(ask)
  subscribeToLanguage(askAgain)
}

// The page comes from the cache. So the worker checks whether the office has changed the settings
// when the page is opened and when it becomes visible again.
function followSettings() {
  let askedAt = Date.now()
  const take = async () => {
    const page = await fetch(`${base}index.html`).catch(() => undefined)
    if (page?.ok === true) replaceAppSettings(readSettingsBlock(await page.text()))
  }
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === PAGE_SETTINGS_CHANGED) void take()
  })
  // The message might have been posted before the listener was added.
  if (navigator.serviceWorker.controller !== null) void take()
  document.addEventListener('visibilitychange', () => {
    const { controller } = navigator.serviceWorker
    if (document.visibilityState !== 'visible' || controller === null) return
    if (Date.now() - askedAt < RENEW_MS) return
    askedAt = Date.now()
    postToWorker(controller, { type: 'renew' })
  })
}
