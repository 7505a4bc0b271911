import { createExternalStore } from '#app/lib/platform/store.ts'

interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>
}

const DECLINED = 'installDeclined'
const promptStore = createExternalStore<InstallPrompt | undefined>(undefined)

// The browser fires this event once, when it has found the manifest and the service worker. Without
// preventDefault the browser can show its own prompt at any time.
if (typeof window !== 'undefined')
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isPrompt(event)) promptStore.set(event)
  })

const isPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function'

/** The browser's installation prompt; undefined while it offers none. */
export const installPrompt = promptStore

/** Shows the browser's installation prompt. Browsers show the prompt of an event only once. */
export async function showInstallPrompt(): Promise<void> {
  const prompt = promptStore.get()
  promptStore.set(undefined)
  await prompt?.prompt()
}

/** Whether the app runs as an installed app. */
export const isRunningAsInstalledApp = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/**
 * Whether this is an Apple phone, where only the user can install the app, through the share menu.
 */
export const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Whether the hint was dismissed on this phone. */
export function isInstallDeclined(): boolean {
  try {
    return localStorage.getItem(DECLINED) !== null
  } catch {
    return false
  }
}

/** Dismisses the hint. */
export function declineInstall(): void {
  try {
    localStorage.setItem(DECLINED, '1')
  } catch {
    // Without storage the hint appears again at the next visit.
  }
}
