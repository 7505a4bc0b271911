import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { ARRIVAL_ROLES, studentFilter } from './arrivals.ts'
import { optionalKey, text } from './codec.ts'
import { defineExport } from './export-format.ts'
import { normalizeNumberText } from './normalize.ts'
import { PROGRESS_ROLES, stepFilter } from './onboarding-progress.ts'
import type { StaffRole } from './roles.ts'

const FORMS: readonly StaffRole[] = ['administrator', 'admissions']
const SUPPLIES: readonly StaffRole[] = ['administrator', 'admissions', 'dorm-office']
const MONEY: readonly StaffRole[] = ['administrator', 'finance']
const REVIEW: readonly StaffRole[] = ['administrator', 'finance', 'review-teacher']

/** Tables of money may be narrowed to one fee year; '' or nothing is every year. */
const moneyFilter = {
  ...studentFilter,
  year: optionalKey(
    'year',
    text(
      v.transform(normalizeNumberText),
      v.regex(/^(\d{4})?$/, validationMessage(commonTexts.badField)),
    ),
  ),
}

/**
 * What the office takes out as a table, one call each, so that each names who may. An export of a
 * capability that has its own screen may stand with that capability as well.
 */
export const exports = {
  /** Who has arrived, and who confirmed it. */
  arrivals: defineExport('/api/manage/exports/arrivals', ARRIVAL_ROLES, studentFilter),
  /** Who is expected and has not arrived, with phone. */
  notArrived: defineExport('/api/manage/exports/notArrived', ARRIVAL_ROLES, studentFilter),
  /** Who has not finished one step, with phone. */
  unfinished: defineExport('/api/manage/exports/unfinished', PROGRESS_ROLES, stepFilter),
  /** The answers of the forms, a student a row. */
  family: defineExport('/api/manage/exports/family', FORMS, studentFilter),
  details: defineExport('/api/manage/exports/details', FORMS, studentFilter),
  travel: defineExport('/api/manage/exports/travel', SUPPLIES, studentFilter),
  uniform: defineExport('/api/manage/exports/uniform', SUPPLIES, studentFilter),
  /** What is to be ordered: type, size and colour, with how many. */
  uniformSums: defineExport('/api/manage/exports/uniformSums', SUPPLIES, studentFilter),
  living: defineExport('/api/manage/exports/living', SUPPLIES, studentFilter),
  livingSums: defineExport('/api/manage/exports/livingSums', SUPPLIES, studentFilter),
  /** What is due, paid and owed, a student and a year a row. */
  fees: defineExport('/api/manage/exports/fees', MONEY, moneyFilter),
  payments: defineExport('/api/manage/exports/payments', MONEY, moneyFilter),
  applications: defineExport('/api/manage/exports/applications', REVIEW, moneyFilter),
  /** All of them: whose inbox shows only what was given to them may not. */
  complaints: defineExport('/api/manage/exports/complaints', FORMS, studentFilter),
}
