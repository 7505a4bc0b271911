import { type RawBuilder, sql } from 'kysely'
import { splitFieldOptions } from '#contract/student-field-values'
import { type StudentListFilter } from '#contract/student-fields'
import type { Language } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/queries/escape-like.ts'
import { maskedNumberPattern, maskNumbersIn } from '../../platform/masks.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'

/** Lists the own fields on offer in their order, with their names in both languages. */
export async function listStudentFields(db: Db) {
  const rows = await db
    .selectFrom('student_field as field')
    .leftJoin('english', 'english.chinese', 'field.name')
    .select(['id', 'name', 'type', 'options', 'max_length', 'viewers', 'for_student', 'english'])
    .where('field.withdrawn_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ name, english, options, ...field }) => ({
    ...field,
    title: { zh: name, en: english ?? name },
    options: splitFieldOptions(options),
  }))
}
/** An own field of the campus. */
export type StudentFieldDefinition = Awaited<ReturnType<typeof listStudentFields>>[number]

/** Finds the values of students, by student and field. */
export async function findFieldValues(
  db: Db,
  students: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const rows = await db
    .selectFrom('student_field_value')
    .select(['student_code', 'field_id', 'value'])
    .where('student_code', '=', (e) => e.fn.any(e.val([...students])))
    .execute()
  const found = new Map<string, Map<string, string>>()
  for (const { student_code: student, field_id: field, value } of rows)
    found.set(student, (found.get(student) ?? new Map<string, string>()).set(field, value))
  return found
}

/** Stores values; null deletes the value. */
export async function saveFieldValues(
  db: Db,
  values: readonly { student: string; field: string; value: string | null }[],
  now: Date,
): Promise<void> {
  if (values.length === 0) return
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as given (student text, field text, value text)),
    gone as (delete from student_field_value kept using given
      where kept.student_code = given.student and kept.field_id = given.field and given.value is null)
    insert into student_field_value (student_code, field_id, value, updated_at)
    select student, field, value, ${now} from given where value is not null
    on conflict (student_code, field_id) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  )
}

/** The values that a student sees, in the order of the fields. */
export async function findOwnFieldValues(db: Db, student: string, language: Language) {
  const fields = (await listStudentFields(db)).filter((field) => field.for_student)
  if (fields.length === 0) return []
  const values = (await findFieldValues(db, [student])).get(student)
  return fields.flatMap(({ id, title }) => {
    const value = values?.get(id)
    return value === undefined ? [] : [{ name: title[language], value }]
  })
}

// A number that is masked in answers is found only as a whole. If parts of it were found, it could be
// read digit by digit.
const contains = (find: string): RawBuilder<boolean>[] => {
  const isOneNumber = /^\+?[A-Za-z\d]+$/.test(find) && maskNumbersIn(find) !== find
  const whole = `(?<![A-Za-z\\d])${find.replace('+', '\\+')}(?![A-Za-z\\d])`
  return [
    sql`regexp_replace(own.value, ${maskedNumberPattern}, '\n', 'gi') like ${`%${escapeLike(find)}%`}`,
    ...(isOneNumber ? [sql<boolean>`own.value ~ ${whole}`] : []),
  ]
}

/**
 * Selects the students of a filter. The text of a text field is found anywhere in the value, except in
 * numbers that are masked.
 */
export const selectListedStudents = (
  db: Db,
  {
    level,
    find,
    now,
    field,
    ...filter
  }: Omit<StudentListFilter, 'field'> & {
    now: Date
    field: StudentFieldDefinition | undefined
  },
) =>
  selectExpectedStudents(db, { ...filter, buildingScope: 'all', now, includeWithdrawn: true })
    .$if(level !== '', (query) => query.where('student.enrolment', '=', level))
    .$if(field !== undefined, (query) =>
      query.where((e) =>
        e.exists(
          e
            .selectFrom('student_field_value as own')
            .select('own.field_id')
            .whereRef('own.student_code', '=', 'student.code')
            .where('own.field_id', '=', field?.id ?? '')
            .where((own) =>
              own.or([
                own('own.value', '=', find),
                ...(field?.type === 'text' ? contains(find) : []),
              ]),
            ),
        ),
      ),
    )
