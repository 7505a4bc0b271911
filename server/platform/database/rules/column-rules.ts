import { STEP_PAGES } from '#contract/reference-data'
import { ROLES } from '#contract/roles'
import { WEEKDAYS, PERIODS } from '#contract/timetable'
import {
  wholeNumberBetween,
  textMatching,
  nonEmptyTextUpTo,
  oneOf,
  allowEmpty,
} from './column-rule.ts'

const year = wholeNumberBetween(1990, 2100)
const yearText = textMatching('199[0-9]|20[0-9]{2}|2100', 'a year')
/** An amount in fen, at most 20 million yuan, which fits into an integer of the database. */
const fen = wholeNumberBetween(0, 2_000_000_000)
const number = textMatching('[A-Za-z0-9]{1,32}', 'letters and digits')
const idCard = textMatching('[0-9]{15}|[0-9]{17}[0-9X]', '15 digits, or 17 and a digit or X')
const mobile = textMatching('1[0-9]{10}', 'a mobile number of 11 digits')
const term = textMatching(
  '20[0-9]{2}-20[0-9]{2}学年第[一二]学期',
  'a term such as 2026-2027学年第一学期',
)
const enrolment = oneOf(['1', '2'])
const who = oneOf(['student', 'staff'])

/**
 * The rules of columns, in addition to the constraints of the migrations. `constraint-sync.ts` puts
 * them into the database as check constraints, and imports check the rows of a file against them.
 */
export const columnRules = {
  student: {
    number,
    exam_number: number,
    id_card: idCard,
    name: nonEmptyTextUpTo(50),
    gender: oneOf(['1', '2']),
    phone: allowEmpty(mobile),
    entry_year: yearText,
    grade: yearText,
    enrolment,
    type: oneOf(['1', '2']),
  },
  staff: {
    code: textMatching('[A-Za-z0-9]+', 'letters and digits'),
    name: nonEmptyTextUpTo(100),
    id_card: allowEmpty(idCard),
    // A staff member's number may be an office's landline.
    phone: textMatching('[0-9 +-]{0,20}', 'a phone number'),
  },
  staff_building: { building: nonEmptyTextUpTo(100) },
  session: { role: who },
  binding: { role: who },
  application: {
    title: nonEmptyTextUpTo(50),
    menu: oneOf(['0', '1', '2']),
    label: nonEmptyTextUpTo(50),
    show: oneOf(['0', '1']),
    post: oneOf(ROLES),
  },
  flow_step: {
    id: wholeNumberBetween(1, 999),
    title: nonEmptyTextUpTo(60),
    page: oneOf(STEP_PAGES),
  },
  application_rule: { year, least_fen: fen, most_fen: fen },
  fee_item: { year, item: nonEmptyTextUpTo(50), enrolment: allowEmpty(enrolment), amount_fen: fen },
  charge: { year, item: nonEmptyTextUpTo(50), due_fen: fen, paid_fen: fen },
  scholarship: { year, amount_fen: fen },
  // -1: students cannot choose the amount.
  lowest_fee: { year, enrolment, lowest_fen: wholeNumberBetween(-1, 2_000_000_000) },
  green_application: { year, offset_status: oneOf(['0', '1']), audit_amount_fen: fen },
  dorm_type: {
    id: nonEmptyTextUpTo(50),
    name: nonEmptyTextUpTo(50),
    price_fen: fen,
    places: wholeNumberBetween(0, 100_000),
  },
  dorm_place: {
    type_name: nonEmptyTextUpTo(100),
    building: nonEmptyTextUpTo(100),
    room: nonEmptyTextUpTo(20),
    bed: nonEmptyTextUpTo(20),
  },
  household: { household_type: oneOf(['1', '2', '3']) },
  term: { label: term, weeks: wholeNumberBetween(1, 30) },
  lesson: {
    class_name: nonEmptyTextUpTo(100),
    term,
    day: wholeNumberBetween(1, WEEKDAYS.length),
    period: wholeNumberBetween(1, PERIODS.length),
    periods: wholeNumberBetween(1, PERIODS.length),
    course: nonEmptyTextUpTo(100),
  },
  grade: {
    term,
    course: nonEmptyTextUpTo(100),
    score: nonEmptyTextUpTo(20),
    credit: allowEmpty(
      textMatching('[0-9]{1,3}([.][0-9]{1,2})?', 'a number with two decimals at most'),
    ),
  },
  evaluation_question: { position: wholeNumberBetween(1, 999), content: nonEmptyTextUpTo(200) },
  evaluation_score: { score: wholeNumberBetween(1, 10) },
  taught_course: {
    class_name: nonEmptyTextUpTo(100),
    term,
    course: nonEmptyTextUpTo(100),
    teacher: nonEmptyTextUpTo(50),
    teacher_code: allowEmpty(number),
  },
  evaluation_period: { term },
  notice: {
    title: nonEmptyTextUpTo(200),
    audience: oneOf(['everyone', 'students', 'staff', 'person']),
  },
  department: { name: nonEmptyTextUpTo(100) },
  school_class: { name: nonEmptyTextUpTo(100), entry_year: yearText },
  major: { code: number, name: nonEmptyTextUpTo(100), kind: oneOf(['science', 'liberal', 'arts']) },
  living_package: { catalogue: oneOf(['1', '2']), name: nonEmptyTextUpTo(50), price_fen: fen },
  uniform_garment: { name: nonEmptyTextUpTo(50) },
  uniform_size: { size: nonEmptyTextUpTo(20), stock: wholeNumberBetween(0, 1_000_000) },
  uniform_colour: { name: nonEmptyTextUpTo(50) },
  uniform_order: { received: oneOf(['0', '1']) },
} as const

/** Rules about several columns of a row. */
export const rowRules = [
  {
    table: 'charge',
    name: 'paid_of_due',
    sql: 'paid_fen <= due_fen',
    says: 'not more is paid than is due',
  },
  {
    table: 'lesson',
    name: 'end',
    sql: `period + periods <= ${PERIODS.length + 1}`,
    says: 'a lesson ends on its day',
  },
  {
    table: 'term',
    name: 'monday',
    sql: 'extract(isodow from first_monday) = 1',
    says: 'the first day of a term is a Monday',
  },
] as const
