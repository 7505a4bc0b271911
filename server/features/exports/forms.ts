import { sql } from 'kysely'
import type { Input } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportWords } from '#words/exports'
import { familyWords } from '#words/family'
import type { Language } from '#words/say'
import type { Ask } from '../../platform/http/handler.ts'
import { expected } from '../arrivals/face.ts'
import { exported } from '../office/face.ts'
import { minute, STUDENT_CELLS, STUDENT_KEY, studentColumns, yesNo } from './student-columns.ts'

type Asked = Ask<Input<typeof exports.family>>

const students = ({ db, input, now }: Asked) => expected(db, { ...input, houses: 'all', now })

/** What students said of their families, without the ID numbers of their members. */
export const family = exported({
  title: exportWords.family,
  action: 'exports.family',
  columns: [
    ...studentColumns,
    { title: familyWords.ownPhone, cell: ({ phone }) => phone },
    { title: familyWords.nativePlace, cell: ({ native_place }) => native_place },
    { title: familyWords.originPlace, cell: ({ origin_place }) => origin_place },
    {
      title: familyWords.householdType,
      cell: ({ household_type }, language) => oneOf(HOUSEHOLDS, household_type, language),
    },
    { title: familyWords.willing, cell: ({ willing }, language) => yesNo(willing, language) },
    {
      title: familyWords.members,
      cell: ({ members }, language) =>
        members
          .map(({ name, relation, phone, job, workplace }) =>
            [oneOf(RELATIONS, relation, language), name, phone, job, workplace].join(' '),
          )
          .join('；'),
    },
    { title: exportWords.savedAt, cell: ({ updated_at }) => minute(updated_at) },
  ],
  rows: (ask: Asked) =>
    students(ask)
      .innerJoin('household', 'household.student_code', 'student.code')
      .select(STUDENT_KEY)
      .select(STUDENT_CELLS)
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

const HOUSEHOLDS = { '1': familyWords.urban, '2': familyWords.rural, '3': familyWords.other }
const RELATIONS = { '1': familyWords.father, '2': familyWords.mother, '3': familyWords.other }

const oneOf = (
  names: Readonly<Record<string, Readonly<Record<Language, string>>>>,
  code: string,
  language: Language,
) => names[code]?.[language] ?? code

/** Personal details, with whom to call. */
export const details = exported({
  title: exportWords.details,
  action: 'exports.details',
  columns: [
    ...studentColumns,
    { title: exportWords.wechat, cell: ({ wechat }) => wechat },
    { title: exportWords.email, cell: ({ email }) => email },
    { title: familyWords.ownPhone, cell: ({ phone }) => phone },
    {
      title: familyWords.members,
      cell: ({ members }) => members.map(({ name, phone }) => `${name} ${phone}`).join('；'),
    },
    { title: exportWords.savedAt, cell: ({ updated_at }) => minute(updated_at) },
  ],
  rows: (ask: Asked) =>
    students(ask)
      .innerJoin('personal_details as details', 'details.student_code', 'student.code')
      .select(STUDENT_KEY)
      .select(STUDENT_CELLS)
      .select(['wechat', 'email', 'details.phone', 'details.members', 'details.updated_at']),
})

/** How students come to school. */
export const travel = exported({
  title: exportWords.travel,
  action: 'exports.travel',
  columns: [
    ...studentColumns,
    { title: exportWords.startCity, cell: ({ start_city }) => start_city },
    { title: exportWords.startDate, cell: ({ start_date }) => start_date },
    { title: exportWords.arrivalDate, cell: ({ arrival_date }) => arrival_date },
    { title: exportWords.arrivalTime, cell: ({ arrival_time }) => arrival_time },
    { title: exportWords.mode, cell: ({ mode }) => mode },
    { title: exportWords.companions, cell: ({ companions }) => Number(companions), figures: '0' },
    { title: exportWords.remark, cell: ({ remark }) => remark },
    { title: exportWords.savedAt, cell: ({ updated_at }) => minute(updated_at) },
  ],
  rows: (ask: Asked) =>
    students(ask)
      .innerJoin('travel', 'travel.student_code', 'student.code')
      .select(STUDENT_KEY)
      .select(STUDENT_CELLS)
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

/** Each student's uniform: colour, and a size for each garment. */
export const uniform = exported({
  title: exportWords.uniform,
  action: 'exports.uniform',
  columns: [
    ...studentColumns,
    { title: exportWords.colour, cell: ({ colour }) => colour },
    { title: exportWords.garments, cell: ({ garments }) => garments },
    { title: exportWords.remark, cell: ({ remark }) => remark },
    { title: exportWords.savedAt, cell: ({ updated_at }) => minute(updated_at) },
  ],
  rows: (ask: Asked) =>
    students(ask)
      .innerJoin('uniform_order as ordered', 'ordered.student_code', 'student.code')
      .innerJoin('uniform_colour as colour', 'colour.id', 'ordered.colour_id')
      .select(STUDENT_KEY)
      .select(STUDENT_CELLS)
      .select(['colour.name as colour', 'ordered.remark', 'ordered.updated_at'])
      .select(
        sql<string>`(select string_agg(garment.name || ' ' || size.size, '、' order by garment.id)
          from uniform_line as line join uniform_garment as garment on garment.id = line.garment_id
          join uniform_size as size on size.id = line.size_id
          where line.student_code = student.code)`.as('garments'),
      ),
})

/** Each student's living supplies, with what they come to. */
export const living = exported({
  title: exportWords.living,
  action: 'exports.living',
  columns: [
    ...studentColumns,
    { title: exportWords.packages, cell: ({ names }) => names },
    { title: exportWords.price, cell: ({ fen }) => fen / 100, figures: '0.00' },
    { title: exportWords.savedAt, cell: ({ updated_at }) => minute(updated_at) },
  ],
  rows: (ask: Asked) =>
    students(ask)
      .innerJoin('living_reservation as reserved', 'reserved.student_code', 'student.code')
      .select(STUDENT_KEY)
      .select(STUDENT_CELLS)
      .select('reserved.updated_at')
      .select([
        sql<string>`(select string_agg(name, '、' order by id) from living_package
          where id = any(reserved.packages))`.as('names'),
        sql<number>`(select coalesce(sum(price_fen), 0)::int from living_package
          where id = any(reserved.packages))`.as('fen'),
      ]),
})
