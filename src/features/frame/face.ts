/** What other parts of the app may use of frame; nothing else of this folder is theirs. */
export { Frame } from './Frame.tsx'
export { siteIn } from './site.ts'
export { offerUpdate } from './update.ts'
