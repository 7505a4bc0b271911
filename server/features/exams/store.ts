import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { StudentExam } from '#contract/exam-record'
import type { exams } from '#contract/exams'
import type { Db } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/queries/escape-like.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'

/**
 * Finds the examinations and make-up classes of a student, the earliest first: those of a term, and
 * those from a day (YYYY-MM-DD) on. Each is listed once.
 */
export async function findExamsOfStudent(
  db: Db,
  {
    student,
    term,
    from,
  }: {
    student: { readonly code: string; readonly class_name: string }
    term: string
    from: string
  },
): Promise<StudentExam[]> {
  const rows = await db
    .selectFrom('exam')
    .select(['id', 'kind', 'course', 'day', 'starts', 'ends', 'room', 'seat', 'teacher', 'note'])
    .where('withdrawn_at', 'is', null)
    .where((e) => e.or([e('exam.term', '=', term), e('day', '>=', from)]))
    .where((e) =>
      e.or([
        e('exam.student_code', '=', student.code),
        e('exam.class_name', '=', student.class_name),
        e.exists(
          e
            .selectFrom('teaching_class_member as member')
            .select('member.id')
            .whereRef('member.term', '=', 'exam.term')
            .whereRef('member.teaching_class', '=', 'exam.teaching_class')
            .where('member.withdrawn_at', 'is', null)
            .where((member) =>
              member.or([
                member('member.student_code', '=', student.code),
                member('member.class_name', '=', student.class_name),
              ]),
            ),
        ),
      ]),
    )
    .orderBy('day')
    .orderBy('starts')
    .orderBy('student_code')
    .orderBy('id')
    .execute()
  // A list of students with their seats can add to a row of the class. The student's own comes first.
  const own = rows.filter(
    (row, nth) =>
      rows.findIndex(
        (other) =>
          other.kind === row.kind &&
          other.course === row.course &&
          other.day === row.day &&
          other.starts === row.starts,
      ) === nth,
  )
  return own.map(({ id: _id, seat, teacher, note, ...exam }) => ({
    ...exam,
    seat: seat === '' ? undefined : seat,
    teacher: teacher === '' ? undefined : teacher,
    note: note === '' ? undefined : note,
  }))
}

type ExamFilter = Omit<CallInput<typeof exams.list>, 'after'>

// Identifies an examination and orders by time.
const key = sql<string>`exam.day || ' ' || exam.starts || ' ' || exam.id`

/** Selects the examinations and make-up classes of a filter, with their students. */
export const selectExams = (db: Db, { find, kind, from, to }: ExamFilter) => {
  const begins = `${escapeLike(find.trim())}%`
  return db
    .selectFrom('exam')
    .leftJoin('student', 'student.code', 'exam.student_code')
    .where('exam.withdrawn_at', 'is', null)
    .select(key.as('key'))
    .select((e) =>
      e.fn.coalesce('exam.class_name', 'exam.teaching_class', sql.lit('')).as('group_name'),
    )
    .select([
      'exam.id',
      'exam.term',
      'exam.kind',
      'exam.course',
      'exam.day',
      'exam.starts',
      'exam.ends',
      'exam.room',
      'exam.seat',
      'exam.teacher',
      'exam.note',
      'exam.student_code',
      'student.number as student_number',
      'student.exam_number',
      'student.name',
    ])
    .$if(kind !== '', (query) => query.where('exam.kind', '=', kind))
    .$if(from !== '', (query) => query.where('exam.day', '>=', from))
    .$if(to !== '', (query) => query.where('exam.day', '<=', to))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          e('exam.course', 'like', begins),
          e('exam.room', 'like', begins),
          e('exam.class_name', 'like', begins),
          e('exam.teaching_class', 'like', begins),
          ...studentMatches('student', find),
        ]),
      ),
    )
}

/** Lists examinations and make-up classes, the earliest first, after the key of another one. */
export const findExams = (
  db: Db,
  filter: ExamFilter,
  { after, most }: { after: string; most: number },
) =>
  selectExams(db, filter)
    .$if(after !== '', (query) => query.where(key, '>', after))
    .orderBy(key)
    .limit(most)
    .execute()
