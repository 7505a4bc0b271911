import type { Workbox } from 'workbox-window'
import { OUTBOX_TAG, tellWorker } from '#offline/messages'
import { onServer } from './served.ts'

/**
 * Whether this phone can open the app without a network: no worker, one on its way, or all files
 * here.
 */
export type WorkerState = 'none' | 'installing' | 'ready'

interface Listeners {
  /**
   * A newer version is on the phone; `apply` changes over to it by a reload. Ask the person first.
   */
  readonly onUpdate: (apply: () => void) => void
  /** All files of the app are on the phone. */
  readonly onReady: () => void
}

interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

const base = import.meta.env.BASE_URL
const HOUR = 3_600_000
const TAKE_OVER_AGAIN_MS = 1000

/**
 * Start the worker where there is one; the app works without it too, all but the cold start
 * offline.
 */
export async function registerWorker({ onUpdate, onReady }: Listeners): Promise<void> {
  if (!canHaveWorker() || import.meta.env.DEV) return
  const { Workbox: WorkboxWindow } = await import('workbox-window')
  const workbox = new WorkboxWindow(`${base}sw.js`, { scope: base })
  let accepted = false
  let asking: ReturnType<typeof setInterval> | undefined
  const reload = () => {
    clearInterval(asking)
    location.reload()
  }
  const takeOver = async () => {
    const worker = await waiting()
    if (worker === undefined) reload()
    else tellWorker(worker, { type: 'skip-waiting' })
  }
  workbox.addEventListener('waiting', () =>
    onUpdate(() => {
      if (accepted) return
      accepted = true
      void takeOver()
      // Chromium puts it off while the worker that is replaced is at work, and when that one was
      // woken again in the same moment it asks no more for minutes.
      asking = setInterval(() => void takeOver(), TAKE_OVER_AGAIN_MS)
    }),
  )
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (accepted) reload()
    // Another tab accepted: this one may hold an open form, so it too asks before it reloads.
    else if (isUpdate === true) onUpdate(reload)
  })
  workbox.addEventListener('activated', onReady)
  try {
    await workbox.register()
  } catch {
    // Blocked storage or a network that broke off: the next visit tries again.
    return
  }
  if ((await workerState()) === 'ready') onReady()
  checkForUpdates(workbox)
}

/** The worker of this page, if there is one yet. */
export const workerRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(base).catch(() => undefined)

/** Is the app on this phone? Looks at what is there, not at what was once said. */
export async function workerState(): Promise<WorkerState> {
  if (!canHaveWorker()) return 'none'
  try {
    const registration = await navigator.serviceWorker.getRegistration(base)
    if (registration === undefined) return 'none'
    if (registration.active?.state !== 'activated') return 'installing'
    // The browser may have thrown the files away and kept the worker.
    const page = await caches.match(`${base}index.html`, { ignoreSearch: true })
    return page === undefined ? 'none' : 'ready'
  } catch {
    return 'none'
  }
}

/**
 * Ask the browser to wake the worker for the outbox once there is a network; false where it cannot.
 */
export async function requestSync(): Promise<boolean> {
  if (!canHaveWorker()) return false
  try {
    const registration: SyncRegistration | undefined =
      await navigator.serviceWorker.getRegistration(base)
    if (registration?.sync === undefined || registration.active === null) return false
    await registration.sync.register(OUTBOX_TAG)
    return true
  } catch {
    // Refused by a setting of the phone: the open page still sends.
    return false
  }
}

/** Does this browser know workers at all? */
export const canHaveWorker = (): boolean =>
  !onServer && 'serviceWorker' in navigator && navigator.serviceWorker !== undefined
const waiting = async () =>
  (await navigator.serviceWorker.getRegistration(base))?.waiting ?? undefined

// An app left open for days would otherwise never hear of an update.
function checkForUpdates(workbox: Workbox) {
  let checked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checked < HOUR) return
    checked = Date.now()
    workbox.update().catch(() => undefined)
  })
}
