// The recorded reasons of students who have not arrived, and their requests to arrive late.
export { addAbsence, findRequests, lockRequest, selectAbsence, storeAnswer } from './store.ts'
export { toLateArrivalRequest } from './to-request.ts'
// Whether the day of an expected arrival is plausible.
export { findDayProblem } from './expected-day.ts'
