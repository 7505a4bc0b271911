import type { Person } from '#contract/identity'
import type { StaffRole } from '#contract/roles'
import type { StaffRow, StudentRow } from '../../platform/database/schema/schema.ts'
import { findRolesByJobTitle } from '../../platform/http/permissions.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { type LevelRules, toWireLevel } from '../student-levels/public.ts'

/**
 * Converts a student to the format of the binding calls. The level is the one that phones know
 * (`toWireLevel`).
 */
export const toStudentPerson = (row: StudentRow, level: LevelRules): Person => ({
  role: 'student',
  code: row.code,
  number: row.number ?? '',
  examNumber: row.exam_number ?? '',
  name: row.name,
  phone: row.phone,
  major: row.major,
  majorCode: row.major_code,
  idCard: row.id_card,
  entryYear: row.entry_year,
  gradeYear: row.grade,
  enrolment: toWireLevel(level),
  type: row.type,
  gender: row.gender,
  grade: row.grade,
  department: row.department,
  className: row.class_name,
  status: row.status,
})

/** Converts a staff member to the format of the sign-in calls. */
export const toStaffPerson = (
  row: StaffRow,
  given: readonly StaffRole[],
  { postKeywords }: Pick<Settings, 'postKeywords'>,
): Person => ({
  role: 'staff',
  type: '3',
  name: row.name,
  code: row.code,
  id: row.id,
  department: row.department,
  post: row.post,
  roles: [...new Set([...findRolesByJobTitle(row.post, postKeywords), ...given])],
  firstPassword: row.first_password_until === null ? undefined : true,
})
