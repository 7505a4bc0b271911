/** The public API of the profile feature; other features import nothing else from this folder. */
export { ownRecordQuery, useOwnRecord } from './own-record.ts'
export { useSmsCode } from './useSmsCode.ts'
export { appVersion } from './version.ts'
