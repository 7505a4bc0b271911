/** Calls `hear` with every error of this page that no code handles. */
export function onUncaughtError(hear: (error: unknown) => void): void {
  window.addEventListener('error', ({ error }) => hear(error))
  window.addEventListener('unhandledrejection', ({ reason }) => hear(reason))
}
