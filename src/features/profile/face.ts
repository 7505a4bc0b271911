/** What other parts of the app may use of profile; nothing else of this folder is theirs. */
export { ownQuery, useOwn } from './own.ts'
export { useCode } from './useCode.ts'
export { version } from './version.ts'
