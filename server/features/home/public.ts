// The tiles of the home page.
export { insertDefaultEntries } from './default-entries.ts'
export { findPublicApps } from './store.ts'
