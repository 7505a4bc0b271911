// Checks whether a campus has an administrator, and creates the first one.
export { makeAdministrator, hasNoAdministrator } from './accounts.ts'
