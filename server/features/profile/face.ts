// Codes by SMS that prove a phone, and what of them and of the tickets has run out.
export { pruneTickets } from './account.ts'
export { isCode, pruneCodes } from './codes.ts'
