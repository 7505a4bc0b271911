/**
 * The public API of the assigned-room feature; other features import nothing else from this folder.
 */
export { RoomRows } from './RoomRows.tsx'
export { roomQuery } from './queries.ts'
