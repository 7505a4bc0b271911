// Offsets in the books.
export { bookOffsets } from './books.ts'
export { explainOffsetRefusal, recordOffset, undoOffset } from './record.ts'
