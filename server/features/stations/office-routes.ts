import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { stationFigures } from '#contract/station-figures'
import { stationFiguresTexts as texts } from '#i18n/station-figures'
import { toChinaMinute } from '../../platform/clock.ts'
import {
  type HandlerRequest,
  type Handlers,
  staffHandler,
  succeed,
} from '../../platform/http/handler.ts'
import { createSharedRead } from '../../platform/records/shared-read.ts'
import { createExportHandler } from '../office/public.ts'
import * as store from './store.ts'

const minuteOrNull = (at: Date | null) => (at === null ? null : toChinaMinute(at))

// The page asks every three seconds, in every browser in which it is open.
const readFigures = createSharedRead(
  async (db, now: Date) => store.countVisitors(db, await store.listStations(db), now),
  () => '',
)

/** The handlers of the stations for the office. */
export const stationFiguresHandlers: Handlers<typeof stationFigures> = {
  overview: staffHandler(async ({ db, now }) => {
    return succeed({ stations: await readFigures(db, now) })
  }),

  export: createExportHandler({
    title: texts.records,
    action: 'exports.stations',
    columns: [
      { title: texts.station, cell: ({ station }) => station },
      { title: texts.number, cell: ({ number }) => number },
      { title: texts.examNumber, cell: ({ exam_number: exam }) => exam },
      { title: texts.name, cell: ({ name }) => name },
      { title: texts.className, cell: ({ class_name: named }) => named },
      { title: texts.scannedAt, cell: ({ scanned_at: at }) => toChinaMinute(at) },
      { title: texts.by, cell: ({ by }) => by },
      {
        title: texts.verified,
        cell: ({ verified }, language) => texts.yesNo[language][verified ? 'yes' : 'no'],
      },
      { title: texts.removedAt, cell: ({ removed_at: at }) => minuteOrNull(at) },
      { title: texts.removedReason, cell: ({ removed_reason: reason }) => reason },
    ],
    rows: ({ db }: HandlerRequest<CallInput<typeof stationFigures.export>>) =>
      db
        .selectFrom('station_visit as visit')
        .innerJoin('station', 'station.id', 'visit.station_id')
        .innerJoin('student', 'student.code', 'visit.student_code')
        .innerJoin('staff', 'staff.code', 'visit.staff_code')
        .select(['station.name as station', 'student.number', 'student.exam_number'])
        .select(['student.name', 'student.class_name', 'staff.name as by'])
        .select(['scanned_at', 'verified', 'removed_at', 'removed_reason'])
        .select(sql<string>`visit.id`.as('key')),
  }),
}
