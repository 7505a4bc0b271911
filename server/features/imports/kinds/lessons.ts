import { PERIODS } from '#contract/timetable'
import { teachingImportWords } from '#words/import-teaching'
import type { Db } from '../../../platform/database/database.ts'
import type { Kind, Reading, Row, Trouble } from '../kind.ts'
import { classColumns, classesOf, keyOf, noClass, noTerm, termsOf, wrong } from '../known.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { filled, oneOf, words } from '../values.ts'

const shape = {
  table: 'lesson',
  id: ['class_name', 'term', 'day', 'period'],
  fields: {
    class_name: 'text',
    term: 'text',
    day: 'int',
    period: 'int',
    periods: 'int',
    course: 'text',
    room: 'text',
    teacher: 'text',
    odd_weeks_only: 'boolean',
  },
  withdrawnAt: 'withdrawn_at',
  scope: ['class_name', 'term'],
} as const satisfies TableShape

const weekdays = ['一', '二', '三', '四', '五', '六', '日'].map((name, index) => ({
  value: index + 1,
  as: [`星期${name}`, `周${name}`, name, ...(name === '日' ? ['星期天', '周天', '天'] : [])],
}))

/** The timetables of the classes. */
export const lessons: Kind = {
  name: 'lessons',
  title: teachingImportWords.lessons,
  about: teachingImportWords.lessonsAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    ...classColumns,
    {
      field: 'day',
      title: { zh: '星期', en: 'Day' },
      aliases: ['周几', '上课星期'],
      needed: true,
      read: oneOf(weekdays),
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
      read: words(100),
      example: '高等数学',
    },
    {
      field: 'room',
      title: { zh: '教室', en: 'Room' },
      aliases: ['上课地点', '地点'],
      read: words(50),
      blank: '',
      example: '明德楼101',
    },
    {
      field: 'teacher',
      title: { zh: '教师', en: 'Teacher' },
      aliases: ['任课教师', '老师', '教师姓名'],
      read: words(50),
      blank: '',
      example: '张伟',
    },
    {
      field: 'odd_weeks_only',
      title: { zh: '周次', en: 'Weeks' },
      aliases: ['单双周'],
      read: oneOf([
        { value: false, as: ['每周', '全周', 'every'] },
        { value: true, as: ['单周', '单', 'odd'] },
      ]),
      blank: false,
      example: '每周',
    },
  ],
  keysOf: (row) => {
    const { period, periods: count } = hoursOf(row)
    return Array.from({ length: count }, (_, nth) =>
      keyOf('上课时间', { ...row, period: period + nth }, ['class_name', 'term', 'day', 'period']),
    ).flat()
  },
  resolve,
  store: tableStore(shape),
  withdrawal: tableWithdrawal(shape),
}

// `3-4`, `第3-4节`, `3`, or each of them: `3，4`. What lies between two that are named is not guessed.
function periods(text: string): Reading {
  const typed = text.normalize('NFKC').trim()
  const named = typed.split(/ ?[,、;] ?/).flatMap((part) => {
    const [, from = '', to = from] =
      /^第?(\d{1,2})节?(?: ?[-—~至] ?第?(\d{1,2})节?)?$/.exec(part) ?? []
    const count = Number(to) - Number(from) + 1
    return from !== '' && count >= 1 && count <= PERIODS.length
      ? Array.from({ length: count }, (_, nth) => Number(from) + nth)
      : [0]
  })
  const [first = 0] = named
  const last = named.at(-1) ?? 0
  return first >= 1 && last <= PERIODS.length && named.every((one, nth) => one === first + nth)
    ? { value: `${first}-${last}` }
    : { says: filled(teachingImportWords.periodsWrong, PERIODS.length) }
}

function hoursOf(row: Row): { period: number; periods: number } {
  const [from = 0, to = from - 1] = String(row['hours'] ?? '')
    .split('-')
    .map(Number)
  return { period: from, periods: to - from + 1 }
}

async function resolve(db: Db, rows: readonly Row[]): Promise<(Row | readonly Trouble[])[]> {
  const terms = await termsOf(db, rows)
  const classes = await classesOf(db, rows)
  const standing = await db
    .selectFrom('lesson')
    .select(['class_name', 'term', 'day', 'period', 'periods', 'course'])
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
    if (!classes.has(String(name))) return noClass(String(name))
    if (!terms.has(String(term))) return noTerm(String(term))
    const { hours: _hours, ...rest } = row
    const own = { ...rest, ...hoursOf(row) }
    // One that begins at the same time is the lesson that this row changes.
    const other = ofDay
      .get(dayOf(row))
      ?.find(
        (one) =>
          one.period !== own.period &&
          one.period < own.period + own.periods &&
          own.period < one.period + one.periods,
      )
    return other === undefined
      ? own
      : wrong('hours', filled(teachingImportWords.lessonOverlaps, other.course))
  })
}

const dayOf = ({ class_name: name, term, day }: Row) =>
  `${String(name)} ${String(term)} ${String(day)}`
