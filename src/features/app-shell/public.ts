/** What other parts of the app may use of frame; nothing else of this folder is theirs. */
export { AppShell } from './AppShell.tsx'
export { siteName } from './site-name.ts'
export { offerUpdate } from './app-update.ts'
export { startApp, whenFirstBound } from './start-app.ts'
