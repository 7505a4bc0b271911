import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { createExportHandler } from '../office/public.ts'
import { selectUnfinishedStudents as findUnfinished } from '../onboarding-progress/public.ts'
import { studentColumns, KEYED_STUDENT_COLUMNS } from './student-columns.ts'

/** The export of students who have not completed a step, with their phone numbers. */
export const unfinishedStepsExport = createExportHandler({
  title: exportTexts.unfinished,
  action: 'exports.unfinished',
  columns: [
    ...studentColumns,
    { title: exportTexts.phone, cell: ({ phone }) => phone },
    { title: exportTexts.step, cell: ({ step }) => step },
  ],
  rows: ({ db, input, now }: HandlerRequest<CallInput<typeof exports.unfinished>>) =>
    findUnfinished(db, { ...input, buildingScope: 'all', now })
      .select(KEYED_STUDENT_COLUMNS)
      .select(['student.phone', 'step.title as step']),
})
