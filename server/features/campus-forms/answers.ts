import { queuedCampusFormName } from '#contract/campus-form-names'
import type { CampusFormAttachment, CampusFormSubmission } from '#contract/campus-form-submission'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import type { CampusFormAnswerState } from '../../platform/database/schema/form-tables.ts'
import { type FormVersion, recordFormVersion } from '../student-forms/public.ts'

/** The newest answers of a student to a form. */
export interface StoredAnswers {
  readonly submission: CampusFormSubmission
  readonly state: CampusFormAnswerState
  /** Why the answers were rejected. */
  readonly reason: string
  /** The version of the answers, for `If-Match`. */
  readonly version: number
}

const answersQuery = prepareQuery(
  'answers of a student to a form',
  (db, { student, form }: { student: string; form: string }) =>
    db
      .selectFrom('campus_form_answer')
      .select(['form_version', 'answers', 'attachments', 'state', 'reason', 'version'])
      .where('student_code', '=', student)
      .where('form_id', '=', form),
)

/** Finds a student's newest answers to a form. */
export async function findAnswers(
  db: Db,
  { student, form }: { student: string; form: string },
): Promise<StoredAnswers | undefined> {
  const [row] = await answersQuery.run(db, { student, form })
  if (row === undefined) return undefined
  const { form_version, answers, attachments, ...stored } = row
  return { ...stored, submission: { student, form, version: form_version, answers, attachments } }
}

/** Stores answers as this version, and says which files they use. */
export async function saveAnswers(
  db: Db,
  {
    state,
    ...version
  }: FormVersion<CampusFormSubmission> & { readonly state: CampusFormAnswerState },
): Promise<void> {
  const { student, payload, now } = version
  const { form, answers, attachments } = payload
  const values = {
    form_version: payload.version,
    answers: JSON.stringify(answers),
    attachments: JSON.stringify(attachments),
    state,
    reason: '',
    version: version.version,
    updated_at: now,
    reviewed_at: null,
    reviewed_by: null,
  }
  await db
    .insertInto('campus_form_answer')
    .values({ student_code: student, form_id: form, ...values })
    .onConflict((conflict) => conflict.columns(['student_code', 'form_id']).doUpdateSet(values))
    .execute()
  await setUsedFiles(db, { student, form, attachments, version: version.version })
  await recordFormVersion(db, queuedCampusFormName(form), version)
}

// A file that no answer uses any more is deleted after a day.
const setUsedFiles = (
  db: Db,
  {
    student,
    form,
    attachments,
    version,
  }: {
    student: string
    form: string
    attachments: readonly CampusFormAttachment[]
    version: number
  },
) =>
  db
    .updateTable('campus_form_attachment')
    .set((e) => ({
      answer_version: e
        .case()
        .when('id', '=', e.fn.any(e.val(attachments.map(({ id }) => id))))
        .then(version)
        .else(null)
        .end(),
    }))
    .where('student_code', '=', student)
    .where('form_id', '=', form)
    .execute()

/** Finds the name of a level; the code of a level that is not in the list. */
export async function findLevelName(db: Db, code: string): Promise<string> {
  const [level] = await levelName.run(db, { code })
  return level?.name ?? code
}

const levelName = prepareQuery('name of a level', (db, { code }: { code: string }) =>
  db.selectFrom('student_level').select('name').where('code', '=', code),
)

/** Finds the other students of a student's class, by name. */
export const findClassmates = (
  db: Db,
  { code, class_name: className }: { readonly code: string; readonly class_name: string },
): Promise<{ student: string; name: string }[]> =>
  classmatesQuery.run(db, { code, className, most: MOST_CLASSMATES })

const MOST_CLASSMATES = 300

const classmatesQuery = prepareQuery(
  'class mates of a student',
  (db, { code, className, most }: { code: string; className: string; most: number }) =>
    db
      .selectFrom('student')
      .select(['code as student', 'name'])
      .where('class_name', '=', className)
      .where('class_name', '<>', '')
      .where('code', '<>', code)
      .where('withdrawn_at', 'is', null)
      .orderBy('name')
      .orderBy('code')
      .limit(most),
)
