import * as v from 'valibot'
import { defineRead } from './call.ts'
import { recordCodec, requiredKey, textCodec, type CodecValue } from './codec.ts'
import { EXAM_KINDS } from './exam-record.ts'
import { defineExport } from './export-format.ts'
import { lenientDayField } from './fields.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

const OFFICE: readonly StaffRole[] = ['administrator', 'admissions']

const ScheduledExam = recordCodec({
  id: textCodec(),
  term: textCodec(),
  /** One of `EXAM_KINDS`. */
  kind: textCodec(),
  course: textCodec(),
  /** The day, YYYY-MM-DD, and the start and end, HH:mm, in China. */
  day: requiredKey('date', textCodec()),
  ...textKeys('starts', 'ends', 'room', 'seat', 'teacher', 'note'),
  /** The class or the teaching class; '' for a single student. */
  group: textCodec(),
  /** The code, the number and the name of a single student; '' for a group. */
  ...textKeys('student', 'studentNumber', 'name'),
})
/** An examination or a make-up class of a class, a teaching class or a student. */
export type ScheduledExam = CodecValue<typeof ScheduledExam>

const kindOrAny = oneOfCodec(['', ...EXAM_KINDS])

const filter = {
  /** The search text: the beginning of a course, a room, a class or a teaching class, or a student. */
  find: textCodec(v.maxLength(64)),
  kind: kindOrAny,
  /** The first and the last day, YYYY-MM-DD; '' for no limit. */
  from: lenientDayField,
  to: lenientDayField,
}

/** Examinations and make-up classes by date. The office imports them; students read theirs with the timetable. */
export const exams = {
  /** The examinations and make-up classes, the earliest first. */
  list: defineRead({
    path: '/api/manage/exams/list',
    who: OFFICE,
    input: recordCodec({ ...filter, after: textCodec(v.maxLength(100)) }),
    output: pageOf('exams', ScheduledExam),
  }),
  export: defineExport('/api/manage/exports/exams', OFFICE, filter),
}
