// The first administrator of a campus: is there none, and make one.
export { makeAdministrator, hasNoAdministrator } from './accounts.ts'
