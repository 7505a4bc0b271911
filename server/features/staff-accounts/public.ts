// Checks whether a campus has an administrator, and creates the first one.
export { createAdministrator, hasNoAdministrator } from './accounts.ts'
