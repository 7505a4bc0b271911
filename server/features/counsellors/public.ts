// The requests for a late arrival that wait for a staff member.
export { type ClassScope, findClassScope } from './class-scope.ts'
export { selectWaitingRequests } from './store.ts'
