import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { createExportHandler } from '../office/public.ts'
import { formatYesNo, STUDENT_CELL_COLUMNS, studentColumns } from './student-columns.ts'

/** The export of the students by department and class, and whether each has arrived. */
export const classRostersExport = createExportHandler({
  title: exportTexts.classRosters,
  action: 'exports.classRosters',
  columns: [
    ...studentColumns,
    {
      title: exportTexts.arrived,
      cell: ({ arrived }, language) => formatYesNo(arrived, language),
    },
  ],
  rows: ({ db, input, now }: HandlerRequest<CallInput<typeof exports.classRosters>>) =>
    selectExpectedStudents(db, { ...input, buildingScope: 'all', now })
      .select(
        sql<string>`concat_ws('/', student.department, student.class_name, student.number, student.code)`.as(
          'key',
        ),
      )
      .select(STUDENT_CELL_COLUMNS)
      .select(sql<boolean>`arrival.id is not null`.as('arrived')),
})
