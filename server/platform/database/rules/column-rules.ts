import { MAX_PERIODS } from '#contract/bell-schedules'
import { EXAM_KINDS } from '#contract/exam-record'
import { ID_DOCUMENT_TYPES } from '#contract/id-document'
import { ONBOARDING_STEP_PAGES } from '#contract/reference-data'
import { ROLES } from '#contract/roles'
import { MOST_FIELD_CHARACTERS, STUDENT_FIELD_TYPES } from '#contract/student-field-values'
import { STUDENT_KINDS } from '#contract/student-levels'
import { WEEKDAYS } from '#contract/timetable'
import {
  wholeNumberRule,
  textMatchingRule,
  nonEmptyTextRule,
  oneOfRule,
  allowEmptyRule,
} from './column-rule.ts'

const year = wholeNumberRule(1990, 2100)
const yearText = textMatchingRule('199[0-9]|20[0-9]{2}|2100', 'a year')
/** An amount in fen, at most 20 million yuan, which fits into an integer of the database. */
const fen = wholeNumberRule(0, 2_000_000_000)
const number = textMatchingRule('[A-Za-z0-9]{1,32}', 'letters and digits')
const idNumber = textMatchingRule('[A-Z0-9]{5,18}', '5 to 18 letters and digits')
const mobile = textMatchingRule(
  '1[0-9]{10}|[+][1-9][0-9]{6,14}',
  'a mobile number of 11 digits, or + and a country code',
)
const term = textMatchingRule(
  '20[0-9]{2}-20[0-9]{2}学年第[一二]学期',
  'a term such as 2026-2027学年第一学期',
)
/** The code of a student's level. */
const enrolment = nonEmptyTextRule(20)
const timeOfDay = textMatchingRule('([01][0-9]|2[0-3]):[0-5][0-9]', 'a time of day')
const who = oneOfRule(['student', 'staff'])

/**
 * The rules of columns, in addition to the constraints of the migrations. `constraint-sync.ts` puts
 * them into the database as check constraints, and imports check the rows of a file against them.
 */
export const columnRules = {
  student: {
    number,
    exam_number: number,
    id_card: idNumber,
    id_type: oneOfRule(ID_DOCUMENT_TYPES),
    name: nonEmptyTextRule(50),
    gender: oneOfRule(['1', '2']),
    phone: allowEmptyRule(mobile),
    entry_year: yearText,
    grade: yearText,
    enrolment,
    type: oneOfRule(['1', '2']),
  },
  student_level: {
    code: enrolment,
    name: nonEmptyTextRule(20),
    kind: oneOfRule(STUDENT_KINDS),
    position: wholeNumberRule(1, 999),
  },
  student_field: {
    id: nonEmptyTextRule(40),
    name: nonEmptyTextRule(30),
    type: oneOfRule(STUDENT_FIELD_TYPES),
    max_length: wholeNumberRule(1, MOST_FIELD_CHARACTERS),
  },
  student_field_value: { value: nonEmptyTextRule(MOST_FIELD_CHARACTERS) },
  staff: {
    code: textMatchingRule('[A-Za-z0-9]+', 'letters and digits'),
    name: nonEmptyTextRule(100),
    id_card: allowEmptyRule(idNumber),
    // The phone number of a staff member can be the landline of an office.
    phone: textMatchingRule('[0-9 +-]{0,20}', 'a phone number'),
  },
  staff_building: { building: nonEmptyTextRule(100) },
  staff_class: { class_name: nonEmptyTextRule(100) },
  session: { role: who },
  binding: { role: who },
  application: {
    title: nonEmptyTextRule(50),
    menu: oneOfRule(['0', '1', '2']),
    label: nonEmptyTextRule(50),
    show: oneOfRule(['0', '1']),
    post: oneOfRule(ROLES),
  },
  flow_step: {
    id: wholeNumberRule(1, 999),
    title: nonEmptyTextRule(60),
    page: textMatchingRule(
      `${ONBOARDING_STEP_PAGES.join('|')}|campusForm/[a-z0-9-]{1,40}`,
      'a page of the app or a form of the campus',
    ),
  },
  application_rule: { year, least_fen: fen, most_fen: fen },
  fee_item: {
    year,
    item: nonEmptyTextRule(50),
    enrolment: allowEmptyRule(enrolment),
    amount_fen: fen,
  },
  charge: { year, item: nonEmptyTextRule(50), due_fen: fen, paid_fen: fen },
  scholarship: { year, amount_fen: fen },
  // -1: students cannot choose the amount.
  lowest_fee: { year, enrolment, lowest_fen: wholeNumberRule(-1, 2_000_000_000) },
  green_application: { year, offset_status: oneOfRule(['0', '1']), audit_amount_fen: fen },
  dorm_type: {
    id: nonEmptyTextRule(50),
    name: nonEmptyTextRule(50),
    price_fen: fen,
    places: wholeNumberRule(0, 100_000),
  },
  dorm_place: {
    type_name: nonEmptyTextRule(100),
    building: nonEmptyTextRule(100),
    room: nonEmptyTextRule(20),
    bed: nonEmptyTextRule(20),
  },
  household: { household_type: oneOfRule(['1', '2', '3']) },
  term: { label: term, weeks: wholeNumberRule(1, 30) },
  lesson: {
    class_name: allowEmptyRule(nonEmptyTextRule(100)),
    teaching_class: allowEmptyRule(nonEmptyTextRule(100)),
    term,
    day: wholeNumberRule(1, WEEKDAYS.length),
    period: wholeNumberRule(1, MAX_PERIODS),
    periods: wholeNumberRule(1, MAX_PERIODS),
    course: nonEmptyTextRule(100),
  },
  teaching_class_member: { term, teaching_class: nonEmptyTextRule(100) },
  exam: {
    term,
    kind: oneOfRule(EXAM_KINDS),
    course: nonEmptyTextRule(100),
    starts: timeOfDay,
    ends: timeOfDay,
  },
  grade: {
    term,
    course: nonEmptyTextRule(100),
    score: nonEmptyTextRule(20),
    credit: allowEmptyRule(
      textMatchingRule('[0-9]{1,3}([.][0-9]{1,2})?', 'a number with two decimals at most'),
    ),
  },
  evaluation_question: { position: wholeNumberRule(1, 999), content: nonEmptyTextRule(200) },
  evaluation_score: { score: wholeNumberRule(1, 10) },
  taught_course: {
    class_name: nonEmptyTextRule(100),
    term,
    course: nonEmptyTextRule(100),
    teacher: nonEmptyTextRule(50),
    teacher_code: allowEmptyRule(number),
  },
  evaluation_period: { term },
  notice: {
    title: nonEmptyTextRule(200),
    audience: oneOfRule(['everyone', 'students', 'staff', 'person', 'group']),
  },
  department: { name: nonEmptyTextRule(100) },
  school_class: { name: nonEmptyTextRule(100), entry_year: yearText },
  major: {
    code: number,
    name: nonEmptyTextRule(100),
    kind: oneOfRule(['science', 'liberal', 'arts']),
  },
  living_package: { catalogue: oneOfRule(['1', '2']), name: nonEmptyTextRule(50), price_fen: fen },
  uniform_garment: { name: nonEmptyTextRule(50) },
  uniform_size: { size: nonEmptyTextRule(20), stock: wholeNumberRule(0, 1_000_000) },
  uniform_colour: { name: nonEmptyTextRule(50) },
  uniform_order: { received: oneOfRule(['0', '1']) },
} as const

/** Rules about several columns of a row. */
export const rowRules = [
  {
    table: 'student',
    name: 'resident_id',
    sql: "id_type <> 'resident' or id_card ~ '^([0-9]{15}|[0-9]{17}[0-9X])$'",
    says: 'the number of a resident ID card has 15 digits, or 17 and a digit or X',
  },
  {
    table: 'lesson',
    name: 'end',
    sql: `period + periods <= ${MAX_PERIODS + 1}`,
    says: 'a lesson ends on its day',
  },
  {
    table: 'lesson',
    name: 'group',
    sql: "(class_name = '') <> (teaching_class = '')",
    says: 'a lesson is of a class or of a teaching class',
  },
  {
    table: 'term',
    name: 'monday',
    sql: 'extract(isodow from first_monday) = 1',
    says: 'the first day of a term is a Monday',
  },
] as const
