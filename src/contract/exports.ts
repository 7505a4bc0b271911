import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { ARRIVAL_ROLES, arrivalFilterFields } from './arrivals.ts'
import { optionalKey, textCodec } from './codec.ts'
import { defineExport } from './export-format.ts'
import type { RecordFormName } from './forms.ts'
import { normalizeNumberText } from './normalize.ts'
import { PROGRESS_VIEWER_ROLES, unfinishedStepFilterFields } from './onboarding-progress.ts'
import type { StaffRole } from './roles.ts'

const FORMS: readonly StaffRole[] = ['administrator', 'admissions']
const SUPPLIES: readonly StaffRole[] = ['administrator', 'admissions', 'dorm-office']
const MONEY: readonly StaffRole[] = ['administrator', 'finance']
const REVIEW: readonly StaffRole[] = ['administrator', 'finance', 'review-teacher']

/** The filter of fee tables, with an optional fee year; '' or absent means every year. */
const moneyFilter = {
  ...arrivalFilterFields,
  year: optionalKey(
    'year',
    textCodec(
      v.transform(normalizeNumberText),
      v.regex(/^(\d{4})?$/, validationMessage(commonTexts.badField)),
    ),
  ),
}

/**
 * The office's exports, one call each, so that each has its own roles. Some capabilities with a
 * screen of their own declare their export in their own file instead.
 */
export const exports = {
  /** Students who have arrived, and who confirmed it. */
  arrivals: defineExport('/api/manage/exports/arrivals', ARRIVAL_ROLES, arrivalFilterFields),
  /** Expected students who have not arrived, with phone numbers. */
  notArrived: defineExport('/api/manage/exports/notArrived', ARRIVAL_ROLES, arrivalFilterFields),
  /** Students who have not finished one step, with phone numbers. */
  unfinished: defineExport(
    '/api/manage/exports/unfinished',
    PROGRESS_VIEWER_ROLES,
    unfinishedStepFilterFields,
  ),
  /** The submitted forms, one row for each student. */
  family: defineExport('/api/manage/exports/family', FORMS, arrivalFilterFields),
  details: defineExport('/api/manage/exports/details', FORMS, arrivalFilterFields),
  travel: defineExport('/api/manage/exports/travel', SUPPLIES, arrivalFilterFields),
  uniform: defineExport('/api/manage/exports/uniform', SUPPLIES, arrivalFilterFields),
  /** The quantities to order, by type, size and colour. */
  uniformSums: defineExport('/api/manage/exports/uniformSums', SUPPLIES, arrivalFilterFields),
  living: defineExport('/api/manage/exports/living', SUPPLIES, arrivalFilterFields),
  livingSums: defineExport('/api/manage/exports/livingSums', SUPPLIES, arrivalFilterFields),
  /** The amounts due, paid and owed, one row for each student and year. */
  fees: defineExport('/api/manage/exports/fees', MONEY, moneyFilter),
  payments: defineExport('/api/manage/exports/payments', MONEY, moneyFilter),
  applications: defineExport('/api/manage/exports/applications', REVIEW, moneyFilter),
  /**
   * All complaints. A role whose inbox shows only the entries assigned to it has no permission for
   * this export.
   */
  complaints: defineExport('/api/manage/exports/complaints', FORMS, arrivalFilterFields),
  /** The beds that have a student, one row for each bed. */
  beds: defineExport('/api/manage/exports/beds', SUPPLIES, arrivalFilterFields),
  /** The beds without a student; only the building filters them. */
  freeBeds: defineExport('/api/manage/exports/freeBeds', SUPPLIES, arrivalFilterFields),
  /** The students by class. */
  classRosters: defineExport('/api/manage/exports/classRosters', FORMS, arrivalFilterFields),
  /** One row for each student and one column for each step. */
  progress: defineExport(
    '/api/manage/exports/progress',
    PROGRESS_VIEWER_ROLES,
    arrivalFilterFields,
  ),
  /** The announced students and companions by day, hour and means of travel. */
  arrivalPlan: defineExport('/api/manage/exports/arrivalPlan', SUPPLIES, arrivalFilterFields),
  /** The staff accounts with their roles; only the department filters them. */
  staff: defineExport('/api/manage/exports/staff', ['administrator'], arrivalFilterFields),
} satisfies Record<RecordFormName, unknown> & Record<string, unknown>
