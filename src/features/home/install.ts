import { createStore } from '#app/lib/platform/store.ts'

interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>
}

const DECLINED = 'installDeclined'
const promptStore = createStore<InstallPrompt | undefined>(undefined)

// The browser offers it once, when it finds manifest and worker, and would show a bar of its own at
// a moment of its own.
if (typeof window !== 'undefined')
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isPrompt(event)) promptStore.set(event)
  })

const isPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function'

/**
 * What the browser offers to put on the home screen with; undefined where it offers nothing (any
 * longer).
 */
export const installPrompt = promptStore

/** Let the browser ask; it can be asked once. */
export async function showInstallPrompt(): Promise<void> {
  const prompt = promptStore.get()
  promptStore.set(undefined)
  await prompt?.prompt()
}

/** Does it stand on the home screen already, and runs from there? */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** Is this a phone of Apple's, where only the person can do it, by the share menu? */
export const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Was the hint put away on this phone? */
export function isInstallDeclined(): boolean {
  try {
    return localStorage.getItem(DECLINED) !== null
  } catch {
    return false
  }
}

/** Put the hint away. */
export function declineInstall(): void {
  try {
    localStorage.setItem(DECLINED, '1')
  } catch {
    // It comes again at the next visit.
  }
}
