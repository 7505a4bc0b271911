// The applications on the home page.
export { fillApplications } from './defaults.ts'
export { publicApps } from './store.ts'
