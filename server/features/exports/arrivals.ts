import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { selectExpectedStudents, findBuildingScope } from '../arrivals/public.ts'
import { createExportHandler } from '../office/public.ts'
import {
  formatMinuteOrNull,
  givenKeyColumns,
  studentColumns,
  formatYesNo,
  KEYED_STUDENT_COLUMNS,
} from './student-columns.ts'

/** The export of arrived students with their room and the staff member who confirmed. */
export const arrivalsExport = createExportHandler({
  title: exportTexts.arrivals,
  action: 'exports.arrivals',
  columns: [
    ...studentColumns,
    { title: exportTexts.building, cell: ({ building }) => building },
    { title: exportTexts.room, cell: ({ room }) => room },
    { title: exportTexts.arrivedAt, cell: ({ scanned_at }) => formatMinuteOrNull(scanned_at) },
    { title: exportTexts.confirmedBy, cell: ({ by }) => by },
    { title: exportTexts.deliveredBy, cell: ({ brought_by }) => brought_by },
    {
      title: exportTexts.verified,
      cell: ({ verified }, language) => formatYesNo(verified === true, language),
    },
    ...givenKeyColumns,
  ],
  rows: async (ask: HandlerRequest<CallInput<typeof exports.arrivals>>) =>
    selectExpectedStudents(ask.db, {
      ...ask.input,
      buildingScope: await findBuildingScope(ask),
      now: ask.now,
    })
      .innerJoin('staff', 'staff.code', 'arrival.staff_code')
      .leftJoin('staff as bringer', 'bringer.code', 'arrival.delivered_by')
      .leftJoin('staff as key_giver', 'key_giver.code', 'arrival.key_given_by')
      .select(KEYED_STUDENT_COLUMNS)
      .select(['arrival.building', 'arrival.room', 'scanned_at', 'verified', 'staff.name as by'])
      .select(['bringer.name as brought_by', 'key_given_at', 'key_giver.name as key_by']),
})
