import { optionalKey, recordCodec, requiredKey, textCodec, type CodecValue } from './codec.ts'

/** The kinds of dated sessions: an examination, or a class that makes up for one that did not take place. */
export const EXAM_KINDS = ['exam', 'make-up-class'] as const
/** One of the kinds. */
export type ExamKind = (typeof EXAM_KINDS)[number]

/** An examination or a make-up class as a student reads it. */
export const StudentExam = recordCodec({
  /** One of `EXAM_KINDS`. */
  kind: textCodec(),
  course: textCodec(),
  /** The day, YYYY-MM-DD, and the start and end, HH:mm, in China. */
  day: requiredKey('date', textCodec()),
  starts: textCodec(),
  ends: textCodec(),
  room: textCodec(),
  /** The student's seat, the teacher and a remark; absent if there is none. */
  seat: optionalKey('seat', textCodec()),
  teacher: optionalKey('teacher', textCodec()),
  note: optionalKey('note', textCodec()),
})
/** An examination or a make-up class of a student. */
export type StudentExam = CodecValue<typeof StudentExam>
