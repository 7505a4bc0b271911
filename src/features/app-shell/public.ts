/** The public API of the app shell; features import nothing else from this folder. */
export { AppShell } from './AppShell.tsx'
export { siteName } from './site-name.ts'
export { offerUpdate } from './app-update.ts'
export { startApp, whenFirstBound } from './start-app.ts'
