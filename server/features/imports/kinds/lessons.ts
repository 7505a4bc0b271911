import { LESSON_PERIODS } from '#contract/timetable'
import { teachingImportTexts } from '#i18n/import-teaching'
import type { Db } from '../../../platform/database/db.ts'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { ALL_WEEKS, hasCommonWeek } from '../../timetable/public.ts'
import { fillTemplateText, choiceCell, textUpTo } from '../cell-readers.ts'
import type {
  ImportKindDefinition,
  CellReadResult,
  RowValues,
  StoredRow,
  RowIssue,
} from '../import-kind.ts'
import {
  classAndTermColumns,
  findReferencedClasses,
  buildRowKey,
  unknownClassIssue,
  unknownTermIssue,
  findReferencedTerms,
  createIssueList,
} from '../references.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'

const shape = {
  table: 'lesson',
  id: ['id'],
  match: [['class_name', 'term', 'day', 'period', 'weeks', 'odd_weeks_only']],
  fields: {
    id: 'text',
    class_name: 'text',
    term: 'text',
    day: 'int',
    period: 'int',
    periods: 'int',
    course: 'text',
    room: 'text',
    teacher: 'text',
    odd_weeks_only: 'boolean',
    weeks: 'text',
  },
  defaultsForNewRows: (_db, rows) => Promise.resolve(rows.map(() => ({ id: createSecret() }))),
  withdrawnAt: 'withdrawn_at',
  scope: ['class_name', 'term'],
} as const satisfies TableShape

const table = tableStore(shape)

const weekdays = ['一', '二', '三', '四', '五', '六', '日'].map((name, index) => ({
  value: index + 1,
  as: [`星期${name}`, `周${name}`, name, ...(name === '日' ? ['星期天', '周天', '天'] : [])],
}))

/** The timetables of the classes. */
export const lessonsImport: ImportKindDefinition = {
  name: 'lessons',
  title: teachingImportTexts.lessons,
  about: teachingImportTexts.lessonsAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    ...classAndTermColumns,
    {
      field: 'day',
      title: { zh: '星期', en: 'Day' },
      aliases: ['周几', '上课星期'],
      needed: true,
      read: choiceCell(weekdays),
      example: '星期一',
    },
    {
      field: 'hours',
      title: { zh: '节次', en: 'Periods' },
      aliases: ['上课节次', '节'],
      needed: true,
      read: periods,
      example: '3-4',
    },
    {
      field: 'course',
      title: { zh: '课程', en: 'Course' },
      aliases: ['课程名称', '课程名'],
      needed: true,
      read: textUpTo(100),
      example: '高等数学',
    },
    {
      field: 'room',
      title: { zh: '教室', en: 'Room' },
      aliases: ['上课地点', '地点'],
      read: textUpTo(50),
      blank: '',
      example: '明德楼101',
    },
    {
      field: 'teacher',
      title: { zh: '教师', en: 'Teacher' },
      aliases: ['任课教师', '老师', '教师姓名'],
      read: textUpTo(50),
      blank: '',
      example: '张伟',
    },
    {
      field: 'weeks',
      title: { zh: '周次', en: 'Weeks' },
      aliases: ['单双周', '上课周次', '起止周'],
      read: weeksIn,
      blank: '',
      example: '1-16周',
      about: teachingImportTexts.weeksAbout,
    },
  ],
  keysOf: (row) => {
    const { period, periods: count } = hoursOf(row)
    const hours = `${period}-${period + count - 1}`
    const weeks = row['odd_weeks_only'] === true ? ODD : (row['weeks'] ?? '')
    return buildRowKey('上课时间', { ...row, hours, weeks }, [
      'class_name',
      'term',
      'day',
      'hours',
      'weeks',
    ])
  },
  clashes,
  resolve,
  store: { ...table, find },
  withdrawal: tableWithdrawal(shape),
}

// Reads `3-4`, `第3-4节`, `3`, or a list: `3，4`. The periods between those of a list are not
// included.
function periods(text: string): CellReadResult {
  const typed = text.normalize('NFKC').trim()
  const named = typed.split(/ ?[,、;] ?/).flatMap((part) => {
    const [, from = '', to = from] =
      /^第?(\d{1,2})节?(?: ?[-—~至] ?第?(\d{1,2})节?)?$/.exec(part) ?? []
    const count = Number(to) - Number(from) + 1
    return from !== '' && count >= 1 && count <= LESSON_PERIODS.length
      ? Array.from({ length: count }, (_, nth) => Number(from) + nth)
      : [0]
  })
  const [first = 0] = named
  const last = named.at(-1) ?? 0
  return first >= 1 &&
    last <= LESSON_PERIODS.length &&
    named.every((one, nth) => one === first + nth)
    ? { value: `${first}-${last}` }
    : { says: fillTemplateText(teachingImportTexts.periodsWrong, LESSON_PERIODS.length) }
}

const ODD = 'odd'
const RULES: Readonly<Record<string, string>> = {
  每周: '',
  全周: '',
  every: '',
  单周: ODD,
  单: ODD,
  odd: ODD,
  双周: formatWeeks(ALL_WEEKS.filter((week) => week % 2 === 0)),
  双: formatWeeks(ALL_WEEKS.filter((week) => week % 2 === 0)),
  even: formatWeeks(ALL_WEEKS.filter((week) => week % 2 === 0)),
}

function formatWeeks(weeks: readonly number[]): string {
  return [...new Set(weeks)].toSorted((one, other) => one - other).join(',')
}

// Reads 每周, 单周, 双周, `1-16周`, `5-17周(单)`, `3,5,7周`, and lists of these.
function weeksIn(text: string): CellReadResult {
  const typed = text.normalize('NFKC').trim().toLowerCase()
  const rule = RULES[typed]
  if (rule !== undefined) return { value: rule }
  const weeks: number[] = []
  for (const part of typed.split(/ ?[,、;] ?/)) {
    const [, from = '', to = from, parity] =
      /^第?(\d{1,2})(?: ?[-—~至] ?(\d{1,2}))? ?周? ?\(?(单|双)?周?\)?$/.exec(part) ?? []
    const own = ALL_WEEKS.filter((week) => week >= Number(from) && week <= Number(to))
    if (from === '' || Number(from) < 1 || own.length !== Number(to) - Number(from) + 1)
      return { says: fillTemplateText(teachingImportTexts.weeksWrong, ALL_WEEKS.length) }
    weeks.push(
      ...own.filter((week) => parity === undefined || week % 2 === (parity === '单' ? 1 : 0)),
    )
  }
  return weeks.length === 0
    ? { says: fillTemplateText(teachingImportTexts.weeksWrong, ALL_WEEKS.length) }
    : { value: formatWeeks(weeks) }
}

// Finds rows of a file that use the same period in the same week.
function clashes(): (row: RowValues, line: number) => RowIssue[] {
  const taken = new Map<string, { readonly held: LessonWeeks; readonly line: number }[]>()
  return (row, line) => {
    const { period, periods: count } = hoursOf(row)
    const held = toLessonWeeks(row)
    const slots = Array.from({ length: count }, (_, nth) => `${dayOf(row)} ${period + nth}`)
    const other = slots
      .flatMap((slot) => taken.get(slot) ?? [])
      .find((one) => hasCommonWeek(one.held, held))
    if (other !== undefined)
      return [
        { field: 'hours', says: fillTemplateText(teachingImportTexts.lessonOfLine, other.line) },
      ]
    for (const slot of slots) taken.set(slot, [...(taken.get(slot) ?? []), { held, line }])
    return []
  }
}

type LessonWeeks = Parameters<typeof hasCommonWeek>[0]

const toLessonWeeks = (row: RowValues): LessonWeeks => ({
  weeks: row['weeks'] === ODD ? '' : String(row['weeks'] ?? ''),
  odd_weeks_only: row['weeks'] === ODD || row['odd_weeks_only'] === true,
})

// Finds the stored lesson of a row: the lesson with the same weeks, or else a lesson at the same
// time that has a week in common, whose weeks then change. If a file replaces one stored lesson by
// two, only one of the two matches it, even if they are in different batches.
async function find(
  db: Db,
  rows: readonly RowValues[],
  taken: ReadonlySet<string> = new Set(),
): Promise<(StoredRow | RowIssue | undefined)[]> {
  const exact = (await table.find(db, rows.map(withLessonWeeks))).map((one) =>
    one !== undefined && 'id' in one ? one : undefined,
  )
  const claimed = new Set(exact.flatMap((one) => (one === undefined ? [] : [one.id])))
  const standing = await findStoredLessons(db, rows)
  return rows.map((row, at) => {
    const own = exact[at]
    if (own !== undefined) return own
    const other = (standing.get(slotOf(row)) ?? []).find(
      (one) =>
        !claimed.has(one.id) &&
        !taken.has(one.id) &&
        hasCommonWeek(toLessonWeeks(one.row), toLessonWeeks(row)),
    )
    if (other !== undefined) claimed.add(other.id)
    return other
  })
}

// A new row without weeks is a lesson in every week.
const withLessonWeeks = (row: RowValues): RowValues => ({ ...row, ...toLessonWeeks(row) })

const slotOf = (row: RowValues) => `${dayOf(row)} ${String(row['period'])}`

async function findStoredLessons(
  db: Db,
  rows: readonly RowValues[],
): Promise<Map<string, StoredRow[]>> {
  const names = [...new Set(rows.map((row) => String(row['class_name'] ?? '')))]
  const found = await db
    .selectFrom('lesson')
    .select('id')
    .where('withdrawn_at', 'is', null)
    .where('class_name', 'in', [...names, ''])
    .execute()
  const slots = new Map<string, StoredRow[]>()
  for (const one of await table.byId(
    db,
    found.map(({ id }) => id),
  ))
    slots.set(slotOf(one.row), [...(slots.get(slotOf(one.row)) ?? []), one])
  return slots
}

function hoursOf(row: RowValues): { period: number; periods: number } {
  if (row['hours'] === undefined && typeof row['period'] === 'number')
    return { period: row['period'], periods: Number(row['periods']) }
  const [from = 0, to = from - 1] = String(row['hours'] ?? '')
    .split('-')
    .map(Number)
  return { period: from, periods: to - from + 1 }
}

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const terms = await findReferencedTerms(db, rows)
  const classes = await findReferencedClasses(db, rows)
  const standing = await db
    .selectFrom('lesson')
    .select(['class_name', 'term', 'day', 'period', 'periods', 'course', 'weeks', 'odd_weeks_only'])
    .where('withdrawn_at', 'is', null)
    .where('class_name', 'in', [...classes, ''])
    .where('term', 'in', [...terms, ''])
    .execute()
  const ofDay = new Map<string, typeof standing>()
  for (const one of standing) {
    const beside = ofDay.get(dayOf(one)) ?? []
    if (beside.push(one) === 1) ofDay.set(dayOf(one), beside)
  }
  return rows.map((row) => {
    const { class_name: name, term } = row
    if (!classes.has(String(name))) return unknownClassIssue(String(name))
    if (!terms.has(String(term))) return unknownTermIssue(String(term))
    const { hours: _hours, ...rest } = row
    const held = row['weeks'] === undefined ? {} : toLessonWeeks(row)
    const own: RowValues & ReturnType<typeof hoursOf> = { ...rest, ...held, ...hoursOf(row) }
    // A lesson that begins at the same period is the lesson that this row changes.
    const other = ofDay
      .get(dayOf(row))
      ?.find(
        (one) =>
          one.period !== own.period &&
          one.period < own.period + own.periods &&
          own.period < one.period + one.periods &&
          hasCommonWeek(one, toLessonWeeks(row)),
      )
    return other === undefined
      ? own
      : createIssueList('hours', fillTemplateText(teachingImportTexts.lessonOverlaps, other.course))
  })
}

const dayOf = ({ class_name: name, term, day }: RowValues) =>
  `${String(name)} ${String(term)} ${String(day)}`
