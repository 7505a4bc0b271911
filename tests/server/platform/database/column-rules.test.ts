import { expect, test } from 'vitest'
import { ID_DOCUMENT_TYPES } from '#contract/id-document'
import {
  wholeNumberRule,
  textMatchingRule,
  nonEmptyTextRule,
  oneOfRule,
  allowEmptyRule,
  type ColumnRule,
} from '#server/platform/database/rules/column-rule'
import { columnRules, rowRules } from '#server/platform/database/rules/column-rules'

const LONG = (most: number): readonly [string[], string[]] => [
  ['a', '字'.repeat(most), '👍'.repeat(most)],
  ['', 'a'.repeat(most + 1)],
]
const CODES = (...codes: string[]): readonly [string[], string[]] => [
  codes,
  ['', '9', ...codes.map((one) => `${one}x`)],
]
const CLOCK: readonly [string[], string[]] = [
  ['00:00', '09:30', '23:59'],
  ['', '9:30', '24:00', '12:60', '12:00:00'],
]
const RANGE = (least: number, most: number): readonly [number[], number[]] => [
  [least, most],
  [least - 1, most + 1, least + 0.5],
]
const YEAR = RANGE(1990, 2100)
const YEAR_TEXT: readonly [string[], string[]] = [
  ['1990', '1999', '2000', '2099', '2100'],
  ['1989', '2101', '20261', ''],
]
const FEN = RANGE(0, 2_000_000_000)
const NUMBER: readonly [string[], string[]] = [
  ['S990001', 'a'.repeat(32)],
  ['', 'a-b', 'a'.repeat(33)],
]
const ID_CARD: readonly [string[], string[]] = [
  ['110101800101001', '11010120080101001X', 'E1234'],
  ['1234', '11010120080101001x', '1'.repeat(19), ''],
]
const TERM: readonly [string[], string[]] = [
  ['2026-2027学年第一学期', '2026-2027学年第二学期'],
  ['2026-2027学年第三学期', '2026', ''],
]
const orEmpty = ([kept, refused]: readonly [string[], string[]]): readonly [string[], string[]] => [
  ['', ...kept],
  refused.filter((one) => one !== ''),
]

const EXAMPLES: Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        readonly [kept: readonly (string | number)[], refused: readonly (string | number)[]]
      >
    >
  >
> = {
  student: {
    number: NUMBER,
    exam_number: NUMBER,
    id_card: ID_CARD,
    id_type: CODES(...ID_DOCUMENT_TYPES),
    name: LONG(50),
    gender: CODES('1', '2'),
    phone: [
      ['', '13800000000', '+85291234567'],
      ['1380000000', '23800000000', '+0123456789', '85291234567'],
    ],
    entry_year: YEAR_TEXT,
    grade: YEAR_TEXT,
    enrolment: LONG(20),
    type: CODES('1', '2'),
  },
  student_level: {
    code: LONG(20),
    name: LONG(20),
    kind: CODES('undergraduate', 'postgraduate', 'other'),
    position: RANGE(1, 999),
  },
  student_field: {
    id: LONG(40),
    name: LONG(30),
    type: CODES('text', 'choice', 'date'),
    max_length: RANGE(1, 200),
  },
  student_field_value: { value: LONG(200) },
  staff: {
    code: [
      ['T1', 'a'],
      ['', 'T-1'],
    ],
    name: LONG(100),
    id_card: orEmpty(ID_CARD),
    phone: [
      ['', '+86 10-1234'],
      ['1'.repeat(21), 'a'],
    ],
  },
  staff_building: { building: LONG(100) },
  staff_class: { class_name: LONG(100) },
  session: { role: CODES('student', 'staff') },
  binding: { role: CODES('student', 'staff') },
  application: {
    title: LONG(50),
    menu: CODES('0', '1', '2'),
    label: LONG(50),
    show: CODES('0', '1'),
    post: [
      ['administrator', 'finance'],
      ['', 'student'],
    ],
  },
  flow_step: {
    id: RANGE(1, 999),
    title: LONG(60),
    page: [
      ['onlinefee', 'checkin'],
      ['', 'login'],
    ],
  },
  application_rule: { year: YEAR, least_fen: FEN, most_fen: FEN },
  fee_item: { year: YEAR, item: LONG(50), enrolment: orEmpty(LONG(20)), amount_fen: FEN },
  charge: { year: YEAR, item: LONG(50), due_fen: FEN, paid_fen: FEN },
  scholarship: { year: YEAR, amount_fen: FEN },
  lowest_fee: { year: YEAR, enrolment: LONG(20), lowest_fen: RANGE(-1, 2_000_000_000) },
  green_application: { year: YEAR, offset_status: CODES('0', '1'), audit_amount_fen: FEN },
  dorm_type: { id: LONG(50), name: LONG(50), price_fen: FEN, places: RANGE(0, 100_000) },
  dorm_place: { type_name: LONG(100), building: LONG(100), room: LONG(20), bed: LONG(20) },
  household: { household_type: CODES('1', '2', '3') },
  term: { label: TERM, weeks: RANGE(1, 30) },
  lesson: {
    class_name: orEmpty(LONG(100)),
    teaching_class: orEmpty(LONG(100)),
    term: TERM,
    day: RANGE(1, 7),
    period: RANGE(1, 14),
    periods: RANGE(1, 14),
    course: LONG(100),
  },
  teaching_class_member: { term: TERM, teaching_class: LONG(100) },
  exam: {
    term: TERM,
    kind: CODES('exam', 'make-up-class'),
    course: LONG(100),
    starts: CLOCK,
    ends: CLOCK,
  },
  grade: {
    term: TERM,
    course: LONG(100),
    score: LONG(20),
    credit: [
      ['', '2', '100', '2.5', '2.25'],
      ['2.125', '1000', '.5', 'two'],
    ],
  },
  evaluation_question: { position: RANGE(1, 999), content: LONG(200) },
  evaluation_score: { score: RANGE(1, 10) },
  taught_course: {
    class_name: LONG(100),
    term: TERM,
    course: LONG(100),
    teacher: LONG(50),
    teacher_code: orEmpty(NUMBER),
  },
  evaluation_period: { term: TERM },
  notice: { title: LONG(200), audience: CODES('everyone', 'students', 'staff', 'person') },
  department: { name: LONG(100) },
  school_class: { name: LONG(100), entry_year: YEAR_TEXT },
  major: { code: NUMBER, name: LONG(100), kind: CODES('science', 'liberal', 'arts') },
  living_package: { catalogue: CODES('1', '2'), name: LONG(50), price_fen: FEN },
  uniform_garment: { name: LONG(50) },
  uniform_size: { size: LONG(20), stock: RANGE(0, 1_000_000) },
  uniform_colour: { name: LONG(50) },
  uniform_order: { received: CODES('0', '1') },
}

const keysOf = (tables: Readonly<Record<string, object>>) =>
  Object.entries(tables).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
const RULES: Readonly<Record<string, Readonly<Record<string, ColumnRule>>>> = columnRules

test('every column rule has examples, and every column that had a rule still has one', () => {
  expect(keysOf(columnRules)).toEqual(keysOf(EXAMPLES))
})

test.each(keysOf(EXAMPLES))(
  'the column rule %s accepts its valid values up to the last character, and nothing else',
  (place) => {
    const [table = '', column = ''] = place.split('.')
    const [kept, refused] = EXAMPLES[table]?.[column] ?? [[], []]
    const rule = RULES[table]?.[column]
    expect(kept.filter((one) => rule?.accepts(one) !== true)).toEqual([])
    expect(refused.filter((one) => rule?.accepts(one) !== false)).toEqual([])
  },
)

test.each<[ColumnRule, string, string]>([
  [oneOfRule(['a', "b'c"]), "one of a, b'c", "x in ('a', 'b''c')"],
  [textMatchingRule("[0-9]'", 'a digit'), 'a digit', "x ~ '^([0-9]'')$'"],
  [nonEmptyTextRule(5), '1 to 5 characters', 'char_length(x) between 1 and 5'],
  [wholeNumberRule(-1, 9), '-1 to 9', 'x between -1 and 9'],
  [allowEmptyRule(wholeNumberRule(1, 2)), '1 to 2, or nothing', "(x = '' or x between 1 and 2)"],
])(
  'a column rule is described for people and for PostgreSQL: %s',
  ({ description, sql }, words, condition) => {
    expect([description, sql('x')]).toEqual([words, condition])
  },
)

test('rules over several columns are listed with their tables', () => {
  expect(rowRules.map(({ table, name, sql }) => `${table} ${name}: ${sql}`)).toEqual([
    "student resident_id: id_type <> 'resident' or id_card ~ '^([0-9]{15}|[0-9]{17}[0-9X])$'",
    'lesson end: period + periods <= 15',
    "lesson group: (class_name = '') <> (teaching_class = '')",
    'term monday: extract(isodow from first_monday) = 1',
  ])
})
