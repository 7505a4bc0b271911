import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import { familyTexts } from '#i18n/family'
import type { Language } from '#i18n/translate'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { createExportHandler } from '../office/public.ts'
import {
  formatMinuteOrNull,
  STUDENT_CELL_COLUMNS,
  STUDENT_ROW_KEY,
  studentColumns,
  formatYesNo,
} from './student-columns.ts'

type FormExportRequest = HandlerRequest<CallInput<typeof exports.family>>

const students = ({ db, input, now }: FormExportRequest) =>
  selectExpectedStudents(db, { ...input, buildingScope: 'all', now })

/** The export of family information, without the ID numbers of members. */
export const familyExport = createExportHandler({
  title: exportTexts.family,
  action: 'exports.family',
  columns: [
    ...studentColumns,
    { title: familyTexts.ownPhone, cell: ({ phone }) => phone },
    { title: familyTexts.nativePlace, cell: ({ native_place }) => native_place },
    { title: familyTexts.originPlace, cell: ({ origin_place }) => origin_place },
    {
      title: familyTexts.householdType,
      cell: ({ household_type }, language) => oneOf(HOUSEHOLDS, household_type, language),
    },
    { title: familyTexts.willing, cell: ({ willing }, language) => formatYesNo(willing, language) },
    {
      title: familyTexts.members,
      cell: ({ members }, language) =>
        members
          .map(({ name, relation, phone, job, workplace }) =>
            [oneOf(RELATIONS, relation, language), name, phone, job, workplace].join(' '),
          )
          .join('；'),
    },
    { title: exportTexts.savedAt, cell: ({ updated_at }) => formatMinuteOrNull(updated_at) },
  ],
  rows: (ask: FormExportRequest) =>
    students(ask)
      .innerJoin('household', 'household.student_code', 'student.code')
      .select(STUDENT_ROW_KEY)
      .select(STUDENT_CELL_COLUMNS)
      .select([
        'household.phone',
        'native_place',
        'origin_place',
        'household_type',
        'willing',
        'members',
        'household.updated_at',
      ]),
})

const HOUSEHOLDS = { '1': familyTexts.urban, '2': familyTexts.rural, '3': familyTexts.other }
const RELATIONS = { '1': familyTexts.father, '2': familyTexts.mother, '3': familyTexts.other }

const oneOf = (
  names: Readonly<Record<string, Readonly<Record<Language, string>>>>,
  code: string,
  language: Language,
) => names[code]?.[language] ?? code

/** The export of personal details with emergency contacts. */
export const detailsExport = createExportHandler({
  title: exportTexts.details,
  action: 'exports.details',
  columns: [
    ...studentColumns,
    { title: exportTexts.wechat, cell: ({ wechat }) => wechat },
    { title: exportTexts.email, cell: ({ email }) => email },
    { title: familyTexts.ownPhone, cell: ({ phone }) => phone },
    {
      title: familyTexts.members,
      cell: ({ members }) => members.map(({ name, phone }) => `${name} ${phone}`).join('；'),
    },
    { title: exportTexts.savedAt, cell: ({ updated_at }) => formatMinuteOrNull(updated_at) },
  ],
  rows: (ask: FormExportRequest) =>
    students(ask)
      .innerJoin('personal_details as details', 'details.student_code', 'student.code')
      .select(STUDENT_ROW_KEY)
      .select(STUDENT_CELL_COLUMNS)
      .select(['wechat', 'email', 'details.phone', 'details.members', 'details.updated_at']),
})

/** The export of students' trips to the campus. */
export const travelExport = createExportHandler({
  title: exportTexts.travel,
  action: 'exports.travel',
  columns: [
    ...studentColumns,
    { title: exportTexts.startCity, cell: ({ start_city }) => start_city },
    { title: exportTexts.startDate, cell: ({ start_date }) => start_date },
    { title: exportTexts.arrivalDate, cell: ({ arrival_date }) => arrival_date },
    { title: exportTexts.arrivalTime, cell: ({ arrival_time }) => arrival_time },
    { title: exportTexts.mode, cell: ({ mode }) => mode },
    {
      title: exportTexts.companions,
      cell: ({ companions }) => Number(companions),
      numberFormat: '0',
    },
    { title: exportTexts.remark, cell: ({ remark }) => remark },
    { title: exportTexts.savedAt, cell: ({ updated_at }) => formatMinuteOrNull(updated_at) },
  ],
  rows: (ask: FormExportRequest) =>
    students(ask)
      .innerJoin('travel', 'travel.student_code', 'student.code')
      .select(STUDENT_ROW_KEY)
      .select(STUDENT_CELL_COLUMNS)
      .select([
        'start_city',
        'start_date',
        'arrival_date',
        'arrival_time',
        'mode',
        'companions',
        'travel.remark',
        'travel.updated_at',
      ]),
})

/** The export of uniform orders: the colour, and a size for each garment. */
export const uniformExport = createExportHandler({
  title: exportTexts.uniform,
  action: 'exports.uniform',
  columns: [
    ...studentColumns,
    { title: exportTexts.colour, cell: ({ colour }) => colour },
    { title: exportTexts.garments, cell: ({ garments }) => garments },
    { title: exportTexts.remark, cell: ({ remark }) => remark },
    { title: exportTexts.savedAt, cell: ({ updated_at }) => formatMinuteOrNull(updated_at) },
  ],
  rows: (ask: FormExportRequest) =>
    students(ask)
      .innerJoin('uniform_order as ordered', 'ordered.student_code', 'student.code')
      .innerJoin('uniform_colour as colour', 'colour.id', 'ordered.colour_id')
      .select(STUDENT_ROW_KEY)
      .select(STUDENT_CELL_COLUMNS)
      .select(['colour.name as colour', 'ordered.remark', 'ordered.updated_at'])
      .select(
        sql<string>`(select string_agg(garment.name || ' ' || size.size, '、' order by garment.id)
          from uniform_line as line join uniform_garment as garment on garment.id = line.garment_id
          join uniform_size as size on size.id = line.size_id
          where line.student_code = student.code)`.as('garments'),
      ),
})

/** The export of living supplies with their total price. */
export const livingExport = createExportHandler({
  title: exportTexts.living,
  action: 'exports.living',
  columns: [
    ...studentColumns,
    { title: exportTexts.packages, cell: ({ names }) => names },
    { title: exportTexts.price, cell: ({ fen }) => fen / 100, numberFormat: '0.00' },
    { title: exportTexts.savedAt, cell: ({ updated_at }) => formatMinuteOrNull(updated_at) },
  ],
  rows: (ask: FormExportRequest) =>
    students(ask)
      .innerJoin('living_reservation as reserved', 'reserved.student_code', 'student.code')
      .select(STUDENT_ROW_KEY)
      .select(STUDENT_CELL_COLUMNS)
      .select('reserved.updated_at')
      .select([
        sql<string>`(select string_agg(name, '、' order by id) from living_package
          where id = any(reserved.packages))`.as('names'),
        sql<number>`(select coalesce(sum(price_fen), 0)::int from living_package
          where id = any(reserved.packages))`.as('fen'),
      ]),
})
