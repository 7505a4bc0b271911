/** What other parts of the app may use of profile; nothing else of this folder is theirs. */
export { ownRecordQuery, useOwnRecord } from './own-record.ts'
export { useSmsCode } from './useSmsCode.ts'
export { version } from './version.ts'
