/** What other parts of the app may use of frame; nothing else of this folder is theirs. */
export { AppShell } from './Frame.tsx'
export { siteName } from './site.ts'
export { offerUpdate } from './update.ts'
