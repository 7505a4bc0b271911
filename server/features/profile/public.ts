// SMS codes that verify a phone, and the deletion of expired codes and tickets.
export { pruneActionTickets } from './account.ts'
export { verifySmsCode, pruneSmsCodes } from './sms-codes.ts'
