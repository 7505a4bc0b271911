/** The public API of the profile feature; other features import nothing else from this folder. */
export { ownRecordQuery, useOwnRecord } from './own-record.ts'
export { useSmsCode } from './useSmsCode.ts'
/** The version of this build, as the "me" page shows it. */
export { version as appVersion } from '../../../package.json'
