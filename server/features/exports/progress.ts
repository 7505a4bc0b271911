import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import { toChinaDay } from '../../platform/clock.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { createEnglishNameTranslator } from '../../platform/records/english-names.ts'
import type { SheetColumn } from '../../platform/sheets/sheet.ts'
import { createExportHandler } from '../office/public.ts'
import { findCurrentSteps, selectStudentProgress } from '../onboarding-progress/public.ts'
import { KEYED_STUDENT_COLUMNS, type StudentCells, studentColumns } from './student-columns.ts'

interface ProgressCells extends StudentCells {
  readonly key: string
  /** The time of completion of each step, null if it is not completed. */
  readonly steps: Readonly<Record<string, string | null>> | null
}

/**
 * The export of the progress as a matrix: a student a row, a step a column. A cell has the day on
 * which the step was completed, "no" while it is not, and is empty if the student does not have
 * this step.
 */
export const progressExport = createExportHandler({
  title: exportTexts.progress,
  action: 'exports.progress',
  columns: async ({
    db,
    language,
  }: HandlerRequest<CallInput<typeof exports.progress>>): Promise<
    readonly SheetColumn<ProgressCells>[]
  > => {
    const steps = await findCurrentSteps(db)
    const nameOf = await createEnglishNameTranslator(
      db,
      steps.map(({ title }) => title),
      language,
    )
    return [...studentColumns, ...steps.map(({ id, title }) => stepColumn(id, nameOf(title)))]
  },
  rows: ({ db, input, now }) =>
    selectStudentProgress(db, { ...input, buildingScope: 'all', now }).select(
      KEYED_STUDENT_COLUMNS,
    ),
})

const stepColumn = (step: number, title: string): SheetColumn<ProgressCells> => ({
  title: { zh: title, en: title },
  cell: ({ steps }, language) => {
    const at = steps?.[step]
    if (at === undefined) return null
    return at === null ? exportTexts.no[language] : toChinaDay(new Date(at))
  },
})
