// SMS codes that prove a phone number, and the deletion of expired codes and tickets.
export { pruneActionTickets } from './account.ts'
export { verifySmsCode, pruneSmsCodes } from './sms-codes.ts'
