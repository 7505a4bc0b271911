import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import { lateArrivalTexts } from '#i18n/late-arrivals'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { selectExpectedStudents, findBuildingScope } from '../arrivals/public.ts'
import { selectAbsence } from '../late-arrivals/public.ts'
import { createExportHandler } from '../office/public.ts'
import { formatMinuteOrNull, studentColumns, KEYED_STUDENT_COLUMNS } from './student-columns.ts'

/** The export of expected students who have not arrived, with their phone numbers. */
export const notArrivedExport = createExportHandler({
  title: exportTexts.notArrived,
  action: 'exports.notArrived',
  columns: [
    ...studentColumns,
    { title: exportTexts.phone, cell: ({ phone }) => phone },
    { title: exportTexts.building, cell: ({ building }) => building },
    { title: exportTexts.room, cell: ({ room }) => room },
    { title: exportTexts.bed, cell: ({ bed }) => bed },
    {
      title: lateArrivalTexts.absence,
      cell: ({ absence }, language) =>
        absence === null ? null : lateArrivalTexts.kinds[language][absence.kind],
    },
    { title: lateArrivalTexts.expectedOn, cell: ({ absence }) => absence?.expectedOn || null },
    {
      title: exportTexts.checkedInAt,
      cell: ({ checked_in_at }) => formatMinuteOrNull(checked_in_at),
    },
  ],
  rows: async (ask: HandlerRequest<CallInput<typeof exports.notArrived>>) =>
    selectExpectedStudents(ask.db, {
      ...ask.input,
      buildingScope: await findBuildingScope(ask),
      now: ask.now,
    })
      .where('arrival.id', 'is', null)
      .select(KEYED_STUDENT_COLUMNS)
      .select(['student.phone', 'checked_in_at', 'place.building', 'place.room', 'place.bed'])
      .select(selectAbsence.as('absence')),
})
