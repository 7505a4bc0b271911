// Codes by SMS that prove a phone; deletes codes and tickets that have run out.
export { pruneTickets } from './account.ts'
export { verifySmsCode, pruneSmsCodes } from './sms-codes.ts'
