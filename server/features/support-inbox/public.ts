// Determines the state of a complaint, which its author sees too.
export { toInboxState } from './store.ts'
// The open entries that a staff member can read.
export { canReadAllEntries, toAssignee } from './readable-entries.ts'
export { type InboxAssignee, selectOpenEntries } from './store.ts'
