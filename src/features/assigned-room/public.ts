/** What other parts of the app may use of room; nothing else of this folder is theirs. */
export { RoomRows } from './RoomRows.tsx'
export { roomQuery } from './queries.ts'
