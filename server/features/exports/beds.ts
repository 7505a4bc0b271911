import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import type { SheetColumn } from '../../platform/sheets/sheet.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { createExportHandler } from '../office/public.ts'
import {
  formatGender,
  givenKeyColumns,
  STUDENT_CELL_COLUMNS,
  studentColumns,
} from './student-columns.ts'

type BedsExportRequest = HandlerRequest<CallInput<typeof exports.beds>>

const bedColumns: readonly SheetColumn<{
  building: string
  room: string
  type_name: string
  bed: string
}>[] = [
  { title: exportTexts.building, cell: ({ building }) => building },
  { title: exportTexts.room, cell: ({ room }) => room },
  { title: exportTexts.dormType, cell: ({ type_name }) => type_name },
  { title: exportTexts.bed, cell: ({ bed }) => bed },
]

/** The export of the beds that have a student, with the student, by building and room. */
export const bedsExport = createExportHandler({
  title: exportTexts.beds,
  action: 'exports.beds',
  columns: [...bedColumns, ...studentColumns, ...givenKeyColumns],
  rows: ({ db, input, now }: BedsExportRequest) =>
    selectExpectedStudents(db, { ...input, buildingScope: 'all', now })
      .where('place.student_code', 'is not', null)
      .leftJoin('staff as key_giver', 'key_giver.code', 'arrival.key_given_by')
      .select(['arrival.key_given_at', 'key_giver.name as key_by'])
      .select(sql<string>`concat_ws('/', place.building, place.room, place.bed)`.as('key'))
      .select(STUDENT_CELL_COLUMNS)
      .select((e) => [
        e.fn.coalesce('place.building', e.val('')).as('building'),
        e.fn.coalesce('place.room', e.val('')).as('room'),
        e.fn.coalesce('place.type_name', e.val('')).as('type_name'),
        e.fn.coalesce('place.bed', e.val('')).as('bed'),
      ]),
})

/** The export of the beds of open rooms that have no student; only the building filters them. */
export const freeBedsExport = createExportHandler({
  title: exportTexts.freeBeds,
  action: 'exports.freeBeds',
  columns: [
    ...bedColumns,
    {
      title: exportTexts.roomGender,
      cell: ({ gender }, language) =>
        gender === null ? exportTexts.anyGender[language] : formatGender(gender, language),
    },
  ],
  rows: ({ db, input }: BedsExportRequest) =>
    db
      .selectFrom('dorm_room as room')
      .innerJoinLateral(
        sql<{ bed: string }>`unnest(room.beds)`.as<'free'>(sql`free(bed)`),
        (join) => join.onTrue(),
      )
      .leftJoin('dorm_place as place', (join) =>
        join
          .onRef('place.building', '=', 'room.building')
          .onRef('place.room', '=', 'room.room')
          .onRef('place.bed', '=', 'free.bed'),
      )
      .where('room.withdrawn_at', 'is', null)
      .where('room.closed_at', 'is', null)
      .where('place.student_code', 'is', null)
      .$if(input.building !== '', (query) => query.where('room.building', '=', input.building))
      .select(sql<string>`concat_ws('/', room.building, room.room, free.bed)`.as('key'))
      .select(['room.building', 'room.room', 'room.type_name', 'room.gender', 'free.bed']),
})
