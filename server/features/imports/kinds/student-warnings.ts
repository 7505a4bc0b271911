import { genderOfIdCard, birthdayOfIdCard } from '#contract/id-card'
import { studentImportTexts } from '#i18n/import-students'
import type { Db } from '../../../platform/database/database.ts'
import type { Row, Trouble, WarningSubject } from '../kind.ts'
import { wrong } from '../known.ts'
import { filled } from '../values.ts'
import { otherHolders } from './id-card-holders.ts'

/**
 * What is odd about students: an ID number that somebody else has or that says another gender or
 * birthday, a class of another major, a major of another name or department.
 */
export async function studentWarnings(
  db: Db,
  rows: readonly WarningSubject[],
): Promise<readonly (readonly Trouble[])[]> {
  const holders = await otherHolders(db, 'student', rows)
  const majors = new Map(
    (
      await db
        .selectFrom('major')
        .innerJoin('department', 'department.id', 'major.department_id')
        .select(['major.code', 'major.name', 'department.name as department'])
        .execute()
    ).map((one) => [one.code, one]),
  )
  const classes = new Map(
    (
      await db
        .selectFrom('school_class')
        .select(['name', 'major_code'])
        .where('name', 'in', [...rows.map(({ row }) => text(row, 'class_name')), ''])
        .execute()
    ).map((one) => [one.name, one.major_code]),
  )
  return rows.map(({ row, read }, at) => {
    const idCard = text(row, 'id_card')
    const gender = genderOfIdCard(idCard)
    const birthday = birthdayOfIdCard(idCard)
    const major = majors.get(text(row, 'major_code'))
    const classMajor = classes.get(text(row, 'class_name'))
    return [
      ...(holders[at] ?? []),
      ...when(differs(row, 'gender', gender), 'gender', studentImportTexts.genderOfId),
      ...when(
        differs(read, 'birthday', birthday),
        'birthday',
        filled(studentImportTexts.birthdayOfId, birthday ?? ''),
      ),
      ...when(
        differs(row, 'major', major?.name),
        'major',
        filled(studentImportTexts.majorOfCode, major?.name ?? ''),
      ),
      ...when(
        differs(row, 'department', major?.department),
        'department',
        filled(studentImportTexts.departmentOfMajor, major?.department ?? ''),
      ),
      ...when(
        differs(row, 'major_code', classMajor),
        'class_name',
        filled(
          studentImportTexts.majorOfClass,
          majors.get(classMajor ?? '')?.name ?? classMajor ?? '',
        ),
      ),
    ]
  })
}

const text = (row: Row, field: string) => String(row[field] ?? '')

// What one of them does not say does not differ.
const differs = (row: Row, field: string, other: string | undefined) =>
  other !== undefined && text(row, field) !== '' && text(row, field) !== other

const when = (isSo: boolean, field: string, says: Trouble['says']) =>
  isSo ? wrong(field, says) : []
