import { sql } from 'kysely'
import { parseBeds, parseCapacityFromDormTypeName } from '#contract/beds'
import { bedAllocationTexts } from '#i18n/bed-allocation'
import { dormImportTexts } from '#i18n/import-dorm'
import type { Db } from '../../../platform/database/db.ts'
import { isStorable } from '../../../platform/database/queries/storable.ts'
import { choiceCell, nameListCell, textUpTo, yesNoCell } from '../cell-readers.ts'
import type {
  ImportColumn,
  ImportKindDefinition,
  CellReadResult,
  RowValues,
  RowIssue,
} from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { tableIdentity, tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { levelColumn, withCampusLevels } from './level-column.ts'

const shape = {
  table: 'dorm_room',
  id: ['building', 'room'],
  fields: {
    building: 'text',
    room: 'text',
    type_name: 'text',
    beds: 'text[]',
    gender: 'text',
    departments: 'text[]',
    enrolment: 'text',
    reserved_beds: 'text[]',
    accessible: 'boolean',
  },
  withdrawnAt: 'withdrawn_at',
  scope: ['building'],
} as const satisfies TableShape

/** The columns that identify a room. */
export const roomColumns: readonly ImportColumn[] = [
  {
    field: 'building',
    title: { zh: '楼栋', en: 'Building' },
    aliases: ['宿舍楼', '楼号', '公寓', '楼宇'],
    needed: true,
    read: textUpTo(50),
    example: '紫荆苑3号楼',
  },
  {
    field: 'room',
    title: { zh: '房间', en: 'Room' },
    aliases: ['房间号', '宿舍号', '寝室号', '寝室'],
    needed: true,
    read: textUpTo(20),
    example: '412',
  },
]

const columns: readonly ImportColumn[] = [
  ...roomColumns,
  {
    field: 'type_name',
    title: { zh: '宿舍类型', en: 'Dormitory type' },
    aliases: ['类型', '房型', '类型名称'],
    needed: true,
    read: textUpTo(50),
    example: '四人间',
  },
  {
    field: 'beds',
    title: { zh: '床位', en: 'Beds' },
    aliases: ['床位数', '床号', '可住人数'],
    needed: true,
    read: beds,
    example: '4',
  },
  {
    field: 'gender',
    title: { zh: '性别', en: 'Gender' },
    aliases: ['男女', '入住性别'],
    read: choiceCell([
      { value: '1', as: ['男', '男生', 'men'] },
      { value: '2', as: ['女', '女生', 'women'] },
      { value: null, as: ['不限', '混合', 'anybody'] },
    ]),
    blank: null,
    example: '男',
  },
  {
    field: 'departments',
    title: bedAllocationTexts.keptFor,
    aliases: ['学院', '院系', '限院系'],
    read: nameListCell(100),
    blank: [],
    example: '信息学院',
  },
  { ...levelColumn, blank: null },
  {
    field: 'reserved_beds',
    title: bedAllocationTexts.reserved,
    aliases: ['机动床位', '保留床位'],
    read: nameListCell(20),
    blank: [],
    example: '4',
  },
  {
    field: 'accessible',
    title: bedAllocationTexts.accessible,
    aliases: ['无障碍房间', '是否无障碍'],
    read: yesNoCell,
    blank: false,
    example: '否',
  },
]

/** Rooms of the dormitories with their beds. */
export const roomsImport: ImportKindDefinition = {
  name: 'rooms',
  title: dormImportTexts.rooms,
  about: dormImportTexts.roomsAbout,
  roles: ['dorm-office'],
  columns,
  campusColumns: withCampusLevels(columns),
  keysOf: (row) => buildRowKey('房间', row, ['building', 'room']),
  identity: tableIdentity(shape, 'room', ['building']),
  resolve,
  store: tableStore(shape),
  withdrawal: tableWithdrawal(
    shape,
    sql`exists (select from dorm_place p where p.building = t.building and p.room = t.room)`,
  ),
  explainRemovalRefusal: async (db, ids) => {
    const { rows: occupied } = await sql`
      select from dorm_place where jsonb_build_array(building, room)::text = any(${ids}) limit 1`.execute(
      db,
    )
    return occupied.length === 0 ? undefined : dormImportTexts.livedIn
  },
}

function beds(text: string): CellReadResult {
  const value = isStorable(text) ? parseBeds(text) : undefined
  return value === undefined ? { says: dormImportTexts.bedsWrong } : { value }
}

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const buildings = [...new Set(rows.map((row) => String(row['building'])))]
  const { rows: types } = await sql<{ name: string }>`
    select name from dorm_type where withdrawn_at is null union select type_name from dorm_room`.execute(
    db,
  )
  const occupied = await db
    .selectFrom('dorm_place')
    .innerJoin('student', 'student.code', 'student_code')
    .select(['building', 'room', 'bed', 'gender'])
    .where('building', 'in', buildings)
    .execute()
  return rows.map((row) => {
    if (types.length > 0 && types.every(({ name }) => name !== row['type_name']))
      return createIssueList('type_name', dormImportTexts.unknownType, String(row['type_name']))
    const reserved = row['reserved_beds']
    const named = row['beds']
    if (Array.isArray(reserved) && Array.isArray(named))
      if (reserved.some((bed) => !named.includes(bed)))
        return createIssueList('reserved_beds', bedAllocationTexts.noSuchBed)
    const most = parseCapacityFromDormTypeName(String(row['type_name']))
    const listed = row['beds']
    if (most !== undefined && Array.isArray(listed) && listed.length > most)
      return createIssueList(
        'beds',
        dormImportTexts.moreBedsThanType,
        String(row['type_name']),
        most,
      )
    const here = occupied.filter(
      ({ building, room }) => building === row['building'] && room === row['room'],
    )
    const own = row['beds']
    const gone = here.find(({ bed }) => Array.isArray(own) && !own.includes(bed))
    if (gone !== undefined) return createIssueList('beds', dormImportTexts.bedLivedIn, gone.bed)
    const gender = row['gender'] ?? null
    return gender !== null && here.some((one) => one.gender !== gender)
      ? createIssueList('gender', dormImportTexts.otherGenderLivesHere)
      : row
  })
}
