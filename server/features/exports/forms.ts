import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import type { FamilyHousehold } from '#contract/family-household'
import type { PersonalDetails } from '#contract/personal-details'
import type { Travel } from '#contract/travel'
import type { Uniform } from '#contract/uniform'
import { exportTexts } from '#i18n/exports'
import { familyTexts } from '#i18n/family'
import type { Language } from '#i18n/translate'
import { selectFields } from '../../platform/database/queries/record-columns.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import type { SheetColumn } from '../../platform/sheets/sheet.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { DETAILS_COLUMNS, HOUSEHOLD_COLUMNS } from '../family/public.ts'
import { createExportHandler } from '../office/public.ts'
import { TRAVEL_COLUMNS } from '../travel/public.ts'
import {
  formatMinuteOrNull,
  studentColumns,
  formatYesNo,
  KEYED_STUDENT_COLUMNS,
} from './student-columns.ts'

type FormExportRequest = HandlerRequest<CallInput<typeof exports.family>>

const students = ({ db, input, now }: FormExportRequest) =>
  selectExpectedStudents(db, { ...input, buildingScope: 'all', now })

/** The cells of a form's fields: a field without one does not compile. */
type FieldCells<Fields> = Readonly<Record<keyof Fields, SheetColumn<Fields>>>

const savedAt: SheetColumn<{ updated_at: Date }> = {
  title: exportTexts.savedAt,
  cell: ({ updated_at }) => formatMinuteOrNull(updated_at),
}

const householdCells: FieldCells<Omit<FamilyHousehold, 'student' | 'step'>> = {
  phone: { title: familyTexts.ownPhone, cell: ({ phone }) => phone },
  nativePlace: { title: familyTexts.nativePlace, cell: ({ nativePlace }) => nativePlace },
  originPlace: { title: familyTexts.originPlace, cell: ({ originPlace }) => originPlace },
  householdType: {
    title: familyTexts.householdType,
    cell: ({ householdType }, language) => oneOf(HOUSEHOLDS, householdType, language),
  },
  willing: {
    title: familyTexts.willing,
    cell: ({ willing }, language) => formatYesNo(willing, language),
  },
  members: {
    title: familyTexts.members,
    cell: ({ members }, language) =>
      members
        .map(({ name, relation, phone, job, workplace }) =>
          [oneOf(RELATIONS, relation, language), name, phone, job, workplace].join(' '),
        )
        .join('；'),
  },
}

/** The export of family information, without the ID numbers of members. */
export const familyExport = createExportHandler({
  title: exportTexts.family,
  action: 'exports.family',
  columns: [...studentColumns, ...Object.values(householdCells), savedAt],
  rows: (ask: FormExportRequest) =>
    students(ask)
      .innerJoin('household', 'household.student_code', 'student.code')
      .select(KEYED_STUDENT_COLUMNS)
      .select(selectFields('household', HOUSEHOLD_COLUMNS))
      .select('household.updated_at'),
})

const HOUSEHOLDS = { '1': familyTexts.urban, '2': familyTexts.rural, '3': familyTexts.other }
const RELATIONS = { '1': familyTexts.father, '2': familyTexts.mother, '3': familyTexts.other }

const oneOf = (
  names: Readonly<Record<string, Readonly<Record<Language, string>>>>,
  code: string,
  language: Language,
) => names[code]?.[language] ?? code

const { name: _name, ...EXPORTED_DETAILS_COLUMNS } = DETAILS_COLUMNS

const detailsCells: FieldCells<Omit<PersonalDetails, 'student' | 'name' | 'code'>> = {
  wechat: { title: exportTexts.wechat, cell: ({ wechat }) => wechat },
  email: { title: exportTexts.email, cell: ({ email }) => email },
  phone: { title: familyTexts.ownPhone, cell: ({ phone }) => phone },
  members: {
    title: familyTexts.members,
    cell: ({ members }) => members.map(({ name, phone }) => `${name} ${phone}`).join('；'),
  },
}

/** The export of personal details with emergency contacts. */
export const detailsExport = createExportHandler({
  title: exportTexts.details,
  action: 'exports.details',
  columns: [...studentColumns, ...Object.values(detailsCells), savedAt],
  rows: (ask: FormExportRequest) =>
    students(ask)
      .innerJoin('personal_details', 'personal_details.student_code', 'student.code')
      .select(KEYED_STUDENT_COLUMNS)
      .select(selectFields('personal_details', EXPORTED_DETAILS_COLUMNS))
      .select('personal_details.updated_at'),
})

const travelCells: FieldCells<Omit<Travel, 'student' | 'step' | 'open'>> = {
  startCity: { title: exportTexts.startCity, cell: ({ startCity }) => startCity },
  startDate: { title: exportTexts.startDate, cell: ({ startDate }) => startDate },
  arrivalDate: { title: exportTexts.arrivalDate, cell: ({ arrivalDate }) => arrivalDate },
  arrivalTime: { title: exportTexts.arrivalTime, cell: ({ arrivalTime }) => arrivalTime },
  mode: { title: exportTexts.mode, cell: ({ mode }) => mode },
  companions: {
    title: exportTexts.companions,
    cell: ({ companions }) => Number(companions),
    numberFormat: '0',
  },
  remark: { title: exportTexts.remark, cell: ({ remark }) => remark },
}

/** The export of students' trips to the campus. */
export const travelExport = createExportHandler({
  title: exportTexts.travel,
  action: 'exports.travel',
  columns: [...studentColumns, ...Object.values(travelCells), savedAt],
  rows: (ask: FormExportRequest) =>
    students(ask)
      .innerJoin('travel', 'travel.student_code', 'student.code')
      .select(KEYED_STUDENT_COLUMNS)
      .select(selectFields('travel', TRAVEL_COLUMNS))
      .select('travel.updated_at'),
})

type UniformCells = Readonly<
  Record<Exclude<keyof Uniform, 'student' | 'colourName'>, SheetColumn<UniformRow>>
>
interface UniformRow extends Pick<Uniform, 'colour' | 'remark'> {
  /** The garments with their sizes, as text. */
  readonly garments: string
}

const uniformCells: UniformCells = {
  colour: { title: exportTexts.colour, cell: ({ colour }) => colour },
  garments: { title: exportTexts.garments, cell: ({ garments }) => garments },
  remark: { title: exportTexts.remark, cell: ({ remark }) => remark },
}

/** The export of uniform orders: the colour, and a size for each garment. */
export const uniformExport = createExportHandler({
  title: exportTexts.uniform,
  action: 'exports.uniform',
  columns: [...studentColumns, ...Object.values(uniformCells), savedAt],
  rows: (ask: FormExportRequest) =>
    students(ask)
      .innerJoin('uniform_order as ordered', 'ordered.student_code', 'student.code')
      .innerJoin('uniform_colour as colour', 'colour.id', 'ordered.colour_id')
      .select(KEYED_STUDENT_COLUMNS)
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
    savedAt,
  ],
  rows: (ask: FormExportRequest) =>
    students(ask)
      .innerJoin('living_reservation as reserved', 'reserved.student_code', 'student.code')
      .select(KEYED_STUDENT_COLUMNS)
      .select('reserved.updated_at')
      .select([
        sql<string>`(select string_agg(name, '、' order by id) from living_package
          where id = any(reserved.packages))`.as('names'),
        sql<number>`(select coalesce(sum(price_fen), 0)::int from living_package
          where id = any(reserved.packages))`.as('fen'),
      ]),
})
