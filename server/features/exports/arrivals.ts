import type { Input } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import type { Ask } from '../../platform/http/handler.ts'
import { expected, housesOf } from '../arrivals/face.ts'
import { exported } from '../office/face.ts'
import { minute, STUDENT_CELLS, STUDENT_KEY, studentColumns, yesNo } from './student-columns.ts'

/** Who has arrived, where they live and who confirmed it. */
export const arrivals = exported({
  title: exportTexts.arrivals,
  action: 'exports.arrivals',
  columns: [
    ...studentColumns,
    { title: exportTexts.building, cell: ({ building }) => building },
    { title: exportTexts.room, cell: ({ room }) => room },
    { title: exportTexts.arrivedAt, cell: ({ scanned_at }) => minute(scanned_at) },
    { title: exportTexts.confirmedBy, cell: ({ by }) => by },
    { title: exportTexts.deliveredBy, cell: ({ brought_by }) => brought_by },
    {
      title: exportTexts.verified,
      cell: ({ verified }, language) => yesNo(verified === true, language),
    },
  ],
  rows: async (ask: Ask<Input<typeof exports.arrivals>>) =>
    expected(ask.db, { ...ask.input, houses: await housesOf(ask), now: ask.now })
      .innerJoin('staff', 'staff.code', 'arrival.staff_code')
      .leftJoin('staff as bringer', 'bringer.code', 'arrival.delivered_by')
      .select(STUDENT_KEY)
      .select(STUDENT_CELLS)
      .select(['arrival.building', 'arrival.room', 'scanned_at', 'verified', 'staff.name as by'])
      .select('bringer.name as brought_by'),
})
