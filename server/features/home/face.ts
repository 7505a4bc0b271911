// The applications on the home page.
export { insertDefaultEntries } from './defaults.ts'
export { publicApps } from './store.ts'
