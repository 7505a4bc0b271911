import { exponentialBackoff } from '#offline/utilities/exponential-backoff'

/** The pauses before a failed first installation is repeated, ms. */
const PAUSES = { first: 2_000, longest: 300_000 }

/** Where the service worker is, and how it is registered. */
export const WORKER_URL = `${import.meta.env.BASE_URL}sw.js`
/**
 * Imported scripts bypass the HTTP cache too, so that a file which was changed on the way does not
 * stay.
 */
export const WORKER_OPTIONS: RegistrationOptions = {
  scope: import.meta.env.BASE_URL,
  updateViaCache: 'none',
}

/**
 * Registers the service worker by `register`, and repeats a first installation that broke off, for
 * example because the network was lost. Resolves to false if service workers are forbidden.
 */
export async function installWorker(
  register: () => Promise<ServiceWorkerRegistration | undefined>,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const registered = await tryInstallation(register)
    if (registered !== 'broken-off') return registered === 'here'
    // Files that were already fetched are kept, so each attempt has fewer files to fetch.
    await new Promise((later) => setTimeout(later, exponentialBackoff(tries, PAUSES)))
  }
}

/**
 * Registers the worker and waits until a first worker has its files, because the network might be
 * lost before the next visit. A failed update needs no wait: the current version stays in place.
 */
async function tryInstallation(
  register: () => Promise<ServiceWorkerRegistration | undefined>,
): Promise<'here' | 'broken-off' | 'forbidden'> {
  try {
    const registration = await register()
    const first = registration?.active === null ? registration.installing : null
    if (first === null) return 'here'
    await new Promise((changed) => first.addEventListener('statechange', changed, { once: true }))
    return first.state === 'redundant' ? 'broken-off' : 'here'
  } catch (problem) {
    // If service workers are forbidden, a DOMException is thrown; if the script did not load, a
    // TypeError.
    return problem instanceof TypeError ? 'broken-off' : 'forbidden'
  }
}
