import { sql } from 'kysely'
import { dormImportTexts } from '#i18n/import-dorm'
import type { Db } from '../../../platform/database/db.ts'
import { textUpTo } from '../cell-readers.ts'
import type {
  FileRow,
  ImportKindDefinition,
  RowValues,
  RowStore,
  RowIssue,
  CellValue,
} from '../import-kind.ts'
import {
  isRowWithoutIssues,
  checkReferenceMoves,
  buildRowKey,
  studentColumn,
  withReferencedStudents,
  createIssueList,
} from '../references.ts'
import { tableStore, type TableShape } from '../table-store.ts'
import { roomColumns } from './rooms.ts'

const shape = {
  table: 'dorm_place',
  id: ['student_code'],
  fields: {
    student_code: 'text',
    type_name: 'text',
    building: 'text',
    room: 'text',
    bed: 'text',
  },
} as const satisfies TableShape

const table = tableStore(shape)
// The student who leaves a bed can be in another batch than the student who gets it, so the
// uniqueness of beds is checked at the commit.
const deferBedUniqueness = (db: Db) => sql`set constraints dorm_place_bed_once deferred`.execute(db)
const store: RowStore = {
  ...table,
  add: async (db, rows, now, origin) => {
    await deferBedUniqueness(db)
    return table.add(db, rows, now, origin)
  },
  change: async (db, rows, now, origin) => {
    await deferBedUniqueness(db)
    await table.change(db, rows, now, origin)
  },
}

/** The assigned bed of each student. */
export const bedAssignmentsImport: ImportKindDefinition = {
  name: 'room-places',
  title: dormImportTexts.places,
  about: dormImportTexts.placesAbout,
  roles: ['dorm-office'],
  columns: [
    studentColumn,
    ...roomColumns,
    {
      field: 'bed',
      title: { zh: '床位', en: 'Bed' },
      aliases: ['床号', '床位号'],
      needed: true,
      read: textUpTo(20),
      example: '1',
    },
  ],
  keysOf: (row) => [
    ...buildRowKey('学生', row, ['student']),
    ...buildRowKey('床位', row, ['building', 'room', 'bed']),
  ],
  resolve,
  store,
  explainRemovalRefusal: async (db, ids) => {
    const arrived = await db
      .selectFrom('arrival')
      .select('id')
      .where('student_code', 'in', ids)
      .where('removed_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return arrived === undefined ? undefined : dormImportTexts.arrived
  },
}

async function resolve(
  db: Db,
  rows: readonly RowValues[],
  file: readonly FileRow[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const buildings = [...new Set(rows.map((row) => String(row['building'])))]
  const names = [...new Set(rows.map((row) => String(row['room'])))]
  const known = await db
    .selectFrom('dorm_room')
    .selectAll()
    .where('building', 'in', buildings)
    .where('room', 'in', names)
    .execute()
  const rooms = new Map(known.map((room) => [`${room.building} ${room.room}`, room]))
  const taken = await db
    .selectFrom('dorm_place')
    .select(['student_code', 'building', 'room', 'bed'])
    .where('building', 'in', buildings)
    .where('room', 'in', names)
    .execute()
  const owner = new Map<string, CellValue>(taken.map((one) => [bedOf(one), one.student_code]))
  const judged = await withReferencedStudents(db, rows, (row, student) => {
    const room = rooms.get(`${String(row['building'])} ${String(row['room'])}`)
    if (room === undefined) {
      const [building, name] = [String(row['building']), String(row['room'])]
      return createIssueList('room', dormImportTexts.noRoom, building, name)
    }
    // Who lives in a closed room stays there until the move.
    const isHere = owner.get(bedOf(row)) === row['student_code']
    if (room.withdrawn_at !== null || (room.closed_at !== null && !isHere))
      return createIssueList('room', dormImportTexts.closed)
    if (!room.beds.includes(String(row['bed'])))
      return createIssueList('bed', dormImportTexts.noBed, room.beds.join('、'))
    if (room.gender !== null && room.gender !== student.gender)
      return createIssueList('room', dormImportTexts.otherGender)
    return { ...row, type_name: room.type_name }
  })
  return checkReferenceMoves(
    judged.map((row, at) =>
      isRowWithoutIssues(row) && file[at]?.isGood === true ? row['student_code'] : undefined,
    ),
    (moving) =>
      judged.map((row) => {
        if (!isRowWithoutIssues(row)) return row
        const other = owner.get(bedOf(row))
        const isFree = other === undefined || other === row['student_code'] || moving.has(other)
        return isFree ? row : createIssueList('bed', dormImportTexts.full)
      }),
  )
}

const bedOf = ({ building, room, bed }: RowValues) =>
  `${String(building)} ${String(room)} ${String(bed)}`
