/** What other parts of the app may use of fees; nothing else of this folder is theirs. */
export { isBegun } from './begun.ts'
export { useFound } from './found.ts'
export { HoldNotice } from './HoldNotice.ts'
export { resultOf } from './result-order.ts'
export { overviewQuery, startOverview, useDeferrable } from './overview.ts'
