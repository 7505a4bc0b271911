import { parseGenderFromIdCard, parseBirthdayFromIdCard } from '#contract/id-card'
import { studentImportTexts } from '#i18n/import-students'
import { fillTemplateText } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import type { RowValues, RowIssue, WarningCheckedRow } from '../import-kind.ts'
import { createIssueList } from '../references.ts'
import { findUnsureIdTypes } from './id-types.ts'
import { findSharedIdCards } from './shared-id-cards.ts'

/**
 * Finds warnings about students: an ID number that another person has; an ID number whose type is
 * not sure; an ID number with another gender or birthday; a class of another major; a major with
 * another name or department.
 */
export async function studentWarnings(
  db: Db,
  rows: readonly WarningCheckedRow[],
): Promise<readonly (readonly RowIssue[])[]> {
  const holders = await findSharedIdCards(db, 'student', rows)
  const unsure = await findUnsureIdTypes(db, rows)
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
    const gender = parseGenderFromIdCard(idCard)
    const birthday = parseBirthdayFromIdCard(idCard)
    const major = majors.get(text(row, 'major_code'))
    const classMajor = classes.get(text(row, 'class_name'))
    return [
      ...(holders[at] ?? []),
      ...(unsure[at] ?? []),
      ...issueIf(differs(row, 'gender', gender), 'gender', studentImportTexts.genderOfId),
      ...issueIf(
        differs(read, 'birthday', birthday),
        'birthday',
        fillTemplateText(studentImportTexts.birthdayOfId, birthday ?? ''),
      ),
      ...issueIf(
        differs(row, 'major', major?.name),
        'major',
        fillTemplateText(studentImportTexts.majorOfCode, major?.name ?? ''),
      ),
      ...issueIf(
        differs(row, 'department', major?.department),
        'department',
        fillTemplateText(studentImportTexts.departmentOfMajor, major?.department ?? ''),
      ),
      ...issueIf(
        differs(row, 'major_code', classMajor),
        'class_name',
        fillTemplateText(
          studentImportTexts.majorOfClass,
          majors.get(classMajor ?? '')?.name ?? classMajor ?? '',
        ),
      ),
    ]
  })
}

const text = (row: RowValues, field: string) => String(row[field] ?? '')

// A missing value does not count as different.
const differs = (row: RowValues, field: string, other: string | undefined) =>
  other !== undefined && text(row, field) !== '' && text(row, field) !== other

const issueIf = (isSo: boolean, field: string, says: RowIssue['says']) =>
  isSo ? createIssueList(field, says) : []
