import { Workbox } from 'workbox-window'
import { readSettingsBlock } from '#contract/page-hash'
import { PAGE_RENEWED, postToWorker } from '#offline/transport/worker-messages'
import { exponentialBackoff } from '#offline/utilities/exponential-backoff'
import { renewSettings } from '../platform/config.ts'
import {
  isServiceWorkerSupported,
  getWorkerRegistration,
  getServiceWorkerState,
} from './service-worker.ts'

interface Listeners {
  /**
   * A newer version is on the phone; `apply` changes over to it by a reload. Ask the person first.
   */
  readonly onUpdate: (apply: () => void) => void
  /** All files of the app are on the phone. */
  readonly onReady: () => void
}

/** An open page asks so often at most what the office has changed, ms. */
const RENEW_MS = 60_000

const base = import.meta.env.BASE_URL
const HOUR = 3_600_000
const TAKE_OVER_AGAIN_MS = 1000

/** A first installation that broke off is begun again after growing pauses, ms. */
const PAUSES = { first: 2_000, longest: 300_000 }

/**
 * Start the worker where there is one; the app works without it too, all but the cold start
 * offline.
 */
export async function registerWorker(listeners: Listeners): Promise<void> {
  if (!isServiceWorkerSupported() || import.meta.env.DEV) return
  for (let tries = 1; ; tries++) {
    const { workbox, hearLate } = createWorkbox(listeners)
    const registered = await register(workbox, hearLate)
    if (registered === 'here') {
      if ((await getServiceWorkerState()) === 'ready') listeners.onReady()
      checkForUpdates(workbox)
      followSettings()
    }
    if (registered !== 'broken-off') return
    // What has come is kept, so that each try has less to fetch.
    await new Promise((later) => setTimeout(later, exponentialBackoff(tries, PAUSES)))
  }
}

function createWorkbox({ onUpdate, onReady }: Listeners) {
  // Its parts too come past the browser's cache: what was changed there does not stay.
  const workbox = new Workbox(`${base}sw.js`, { scope: base, updateViaCache: 'none' })
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
      // Chromium puts it off while the worker that is replaced is at work, and when that one was
      // woken again in the same moment it asks no more for minutes.
      asking = setInterval(() => void takeOver(), TAKE_OVER_AGAIN_MS)
    })
  workbox.addEventListener('waiting', offer)
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (accepted) reload()
    // Another tab accepted: this one may hold an open form, so it too asks before it reloads.
    else if (isUpdate === true) onUpdate(reload)
  })
  workbox.addEventListener('activated', onReady)
  // WebKit may tell of a worker that is past its installation, where Workbox looks for it in vain.
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

/**
 * Register, and wait for a first worker to have its files: the tunnel may come before the next
 * visit. (An update that breaks off leaves the version that is here.)
 */
async function register(
  workbox: Workbox,
  hearLate: (registration: ServiceWorkerRegistration) => void,
): Promise<'here' | 'broken-off' | 'forbidden'> {
  try {
    const registration = await workbox.register()
    if (registration !== undefined) hearLate(registration)
    const first = registration?.active === null ? registration.installing : null
    if (first === null) return 'here'
    await new Promise((changed) => first.addEventListener('statechange', changed, { once: true }))
    return first.state === 'redundant' ? 'broken-off' : 'here'
  } catch (problem) {
    // What is forbidden is a DOMException; a script that did not come is a TypeError.
    return problem instanceof TypeError ? 'broken-off' : 'forbidden'
  }
}

// An app left open for days would otherwise never hear of an update.
function checkForUpdates(workbox: Workbox) {
  let checked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checked < HOUR) return
    checked = Date.now()
    workbox.update().catch(() => undefined)
  })
}

// The page came from the phone: the worker looks for what the office has changed, when the page is
// opened and when it is looked at again.
function followSettings() {
  let askedAt = Date.now()
  const take = async () => {
    const page = await fetch(`${base}index.html`).catch(() => undefined)
    if (page?.ok === true) renewSettings(readSettingsBlock(await page.text()))
  }
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === PAGE_RENEWED) void take()
  })
  // It may have told before anybody listened.
  if (navigator.serviceWorker.controller !== null) void take()
  document.addEventListener('visibilitychange', () => {
    const { controller } = navigator.serviceWorker
    if (document.visibilityState !== 'visible' || controller === null) return
    if (Date.now() - askedAt < RENEW_MS) return
    askedAt = Date.now()
    postToWorker(controller, { type: 'renew' })
  })
}
