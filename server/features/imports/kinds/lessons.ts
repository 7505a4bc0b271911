import { teachingImportTexts } from '#i18n/import-teaching'
import { fillTemplateText } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import { findLongestDay, hasCommonWeek } from '../../timetable/public.ts'
import { choiceCell, textUpTo } from '../cell-readers.ts'
import type {
  ImportKindDefinition,
  RowValues,
  StoredRow,
  RowIssue,
  WarningCheckedRow,
} from '../import-kind.ts'
import {
  optionalClassColumn,
  termColumn,
  findReferencedClasses,
  buildRowKey,
  unknownClassIssue,
  unknownTermIssue,
  findReferencedTerms,
  createIssueList,
} from '../references.ts'
import { tableStore, type TableShape, tableWithdrawal, giveSecretIds } from '../table-store.ts'
import { ODD, periodsCell, teachersCell, weeksCell } from './lesson-cells.ts'
import { findMemberClasses, findRelatedGroups, teachingClassColumn } from './teaching-classes.ts'

const IDENTITY = [
  'class_name',
  'teaching_class',
  'term',
  'day',
  'period',
  'periods',
  'weeks',
  'odd_weeks_only',
  'course',
  'room',
  'teacher',
] as const

const shape = {
  table: 'lesson',
  id: ['id'],
  match: [IDENTITY],
  fields: {
    id: 'text',
    class_name: 'text',
    teaching_class: 'text',
    term: 'text',
    day: 'int',
    period: 'int',
    periods: 'int',
    course: 'text',
    room: 'text',
    teacher: 'text',
    odd_weeks_only: 'boolean',
    weeks: 'text',
    note: 'text',
  },
  defaultsForNewRows: giveSecretIds,
  withdrawnAt: 'withdrawn_at',
  scope: ['class_name', 'teaching_class', 'term'],
} as const satisfies TableShape

const table = tableStore(shape)

const weekdays = ['一', '二', '三', '四', '五', '六', '日'].map((name, index) => ({
  value: index + 1,
  as: [
    `星期${name}`,
    `周${name}`,
    name,
    ...(name === '日' ? ['星期天', '周天', '天', '7'] : []),
  ].concat(name === '日' ? [] : [String(index + 1)]),
}))

/** The timetables of the classes and of the teaching classes. */
export const lessonsImport: ImportKindDefinition = {
  name: 'lessons',
  title: teachingImportTexts.lessons,
  about: teachingImportTexts.lessonsAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    // Beside a teaching class, the column can list all its classes.
    { ...optionalClassColumn, read: textUpTo(1_000) },
    teachingClassColumn,
    termColumn,
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
      read: periodsCell,
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
      aliases: ['任课教师', '老师', '教师姓名', '上课教师'],
      read: teachersCell,
      blank: '',
      example: '张伟',
    },
    {
      field: 'weeks',
      title: { zh: '周次', en: 'Weeks' },
      aliases: ['单双周', '上课周次', '起止周'],
      read: weeksCell,
      blank: '',
      example: '1-16周',
      about: teachingImportTexts.weeksAbout,
    },
    {
      field: 'note',
      title: { zh: '备注', en: 'Remark' },
      aliases: ['说明', '课程备注'],
      read: textUpTo(200),
      blank: '',
      example: '带实验报告',
    },
  ],
  keysOf: (row) => {
    const { period, periods: count } = hoursOf(row)
    return buildRowKey(
      '上课时间',
      {
        ...row,
        group: groupOf(row) || null,
        hours: `${period}-${period + count - 1}`,
        weeks: row['odd_weeks_only'] === true ? ODD : (row['weeks'] ?? ''),
        room: row['room'] ?? '',
        teacher: row['teacher'] ?? '',
      },
      ['group', 'term', 'day', 'hours', 'weeks', 'course', 'room', 'teacher'],
    )
  },
  check: (row) =>
    groupOf(row) === '' ? createIssueList('class_name', teachingImportTexts.noGroup) : [],
  resolve,
  clashes,
  warnings,
  store: { ...table, find, findSame: table.find },
  withdrawal: tableWithdrawal(shape),
}

// The class or the teaching class of a lesson. If a row names both, the lesson is the teaching
// class's.
const groupOf = (row: RowValues) => String(row['teaching_class'] || row['class_name'] || '')

// Warns about rows of a file that use the same period in the same week, for the same group or for a
// class and a teaching class of which it is a member.
async function clashes(db: Db): Promise<(row: RowValues, line: number) => RowIssue[]> {
  const related = await findRelatedGroups(db)
  const taken = new Map<string, { readonly held: LessonWeeks; readonly line: number }[]>()
  return (row, line) => {
    const { period, periods: count } = hoursOf(row)
    const held = toLessonWeeks(row)
    const periods = Array.from({ length: count }, (_, nth) => period + nth)
    const find = (group: string) =>
      periods
        .flatMap((one) => taken.get(`${dayOf(row, group)} ${one}`) ?? [])
        .find((one) => hasCommonWeek(one.held, held))
    const own = find(groupOf(row))
    const other =
      own ??
      related(row)
        .map(find)
        .find((one) => one !== undefined)
    if (other !== undefined)
      return [
        {
          field: 'hours',
          says: fillTemplateText(
            own === undefined
              ? teachingImportTexts.memberLessonOfLine
              : teachingImportTexts.lessonOfLine,
            other.line,
          ),
        },
      ]
    for (const one of periods) {
      const slot = `${dayOf(row, groupOf(row))} ${one}`
      taken.set(slot, [...(taken.get(slot) ?? []), { held, line }])
    }
    return []
  }
}

type LessonWeeks = Parameters<typeof hasCommonWeek>[0]

const toLessonWeeks = (row: RowValues): LessonWeeks => ({
  weeks: row['weeks'] === ODD ? '' : String(row['weeks'] ?? ''),
  odd_weeks_only: row['weeks'] === ODD || row['odd_weeks_only'] === true,
})

// Finds the stored lesson of a row: the same lesson, or else a lesson of the group at the same time
// that has a week in common, which the row then changes. A lesson of the same course comes first. If
// a file replaces one stored lesson by two, only one of the two matches it, even if they are in
// different batches.
async function find(
  db: Db,
  rows: readonly RowValues[],
  taken: ReadonlySet<string> = new Set(),
): Promise<(StoredRow | RowIssue | undefined)[]> {
  const exact = (await table.find(db, rows.map(withLessonWeeks))).map((one) =>
    one !== undefined && 'id' in one && !taken.has(one.id) ? one : undefined,
  )
  const claimed = new Set([
    ...taken,
    ...exact.flatMap((one) => (one === undefined ? [] : [one.id])),
  ])
  const standing = await findStoredLessons(db, rows)
  const found = [...exact]
  for (const isSameCourse of [true, false])
    for (const [at, row] of rows.entries()) {
      if (found[at] !== undefined) continue
      const other = (standing.get(slotOf(row)) ?? []).find(
        (one) =>
          !claimed.has(one.id) &&
          (!isSameCourse || one.row['course'] === row['course']) &&
          hasCommonWeek(toLessonWeeks(one.row), toLessonWeeks(row)),
      )
      if (other === undefined) continue
      claimed.add(other.id)
      found[at] = other
    }
  return found
}

// A new row without weeks is a lesson in every week.
const withLessonWeeks = (row: RowValues): RowValues => ({ ...row, ...toLessonWeeks(row) })

const slotOf = (row: RowValues) => `${dayOf(row, groupOf(row))} ${String(row['period'])}`

// The stored lessons of the groups of these rows by day and period.
async function findStoredLessons(
  db: Db,
  rows: readonly RowValues[],
): Promise<Map<string, StoredRow[]>> {
  const slots = new Map<string, StoredRow[]>()
  for (const lesson of await findLessonsOfGroups(db, rows.map(groupOf), rows)) {
    const one = { id: lesson.id, row: toRow(lesson), withdrawn: false }
    slots.set(slotOf(one.row), [...(slots.get(slotOf(one.row)) ?? []), one])
  }
  return slots
}

const toRow = ({ withdrawn_at: _at, ...lesson }: StoredLesson): RowValues => lesson

type StoredLesson = Awaited<ReturnType<typeof findLessonsOfGroups>>[number]

const findLessonsOfGroups = (db: Db, groups: readonly string[], rows: readonly RowValues[]) => {
  const named = [...new Set(groups), '']
  return db
    .selectFrom('lesson')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .where('class_name', 'in', named)
    .where('teaching_class', 'in', named)
    .where('term', 'in', [...new Set(rows.map((row) => String(row['term']))), ''])
    .execute()
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
  const longestDay = await findLongestDay(db)
  return rows.map((row) => {
    const name = String(row['class_name'] ?? '')
    const teachingClass = String(row['teaching_class'] ?? '')
    if (teachingClass === '' && !classes.has(name)) return unknownClassIssue(name)
    if (!terms.has(String(row['term']))) return unknownTermIssue(String(row['term']))
    const { hours: _hours, ...rest } = row
    const hours = hoursOf(row)
    if (hours.period + hours.periods - 1 > longestDay)
      return createIssueList('hours', teachingImportTexts.periodsWrong, longestDay)
    return {
      ...rest,
      class_name: teachingClass === '' ? name : '',
      teaching_class: teachingClass,
      ...(row['weeks'] === undefined ? {} : toLessonWeeks(row)),
      ...hours,
    }
  })
}

// Warns about a stored lesson of the same group, or of a teaching class or member class of the group,
// at the same time that this batch does not change, about a teaching class without members, and about a
// class that is not a member.
async function warnings(
  db: Db,
  rows: readonly WarningCheckedRow[],
): Promise<readonly (readonly RowIssue[])[]> {
  const changed = new Set(rows.map(({ id }) => id))
  const related = await findRelatedGroups(db)
  const stored = rows.map(({ row }) => row)
  const standing = await findLessonsOfGroups(
    db,
    stored.flatMap((row) => [groupOf(row), ...related(row)]),
    stored,
  )
  const ofDay = new Map<string, typeof standing>()
  for (const one of standing) {
    const day = dayOf(one, groupOf(toRow(one)))
    if (!changed.has(one.id)) ofDay.set(day, [...(ofDay.get(day) ?? []), one])
  }
  const members = await findMemberClasses(db, stored)
  return rows.map(({ row, read }) => {
    const own = hoursOf(row)
    const find = (group: string) =>
      ofDay
        .get(dayOf(row, group))
        ?.find(
          (one) =>
            one.period < own.period + own.periods &&
            own.period < one.period + one.periods &&
            hasCommonWeek(one, toLessonWeeks(row)),
        )
    const other = find(groupOf(row))
    const shared = related(row)
      .map(find)
      .find((one) => one !== undefined)
    const teachingClass = String(row['teaching_class'] ?? '')
    const classes = members(teachingClass, String(row['term']))
    const outside = String(read['class_name'] ?? '')
      .split(/[,，、;；]/)
      .find((name) => name.trim() !== '' && classes?.has(name.trim()) === false)
    const clash =
      other === undefined
        ? shared &&
          fillTemplateText(
            teachingImportTexts.memberLessonOverlaps,
            shared.course,
            groupOf(toRow(shared)),
          )
        : fillTemplateText(teachingImportTexts.lessonOverlaps, other.course)
    return [
      ...(clash === undefined ? [] : createIssueList('hours', clash)),
      ...(teachingClass !== '' && classes === undefined
        ? createIssueList('teaching_class', teachingImportTexts.noMembers)
        : []),
      ...(teachingClass !== '' && outside !== undefined
        ? createIssueList('class_name', teachingImportTexts.notMember, outside)
        : []),
    ]
  })
}

// The day of a group in the week, as a key.
const dayOf = (row: { readonly term?: unknown; readonly day?: unknown }, group: string) =>
  `${group} ${String(row['term'])} ${String(row['day'])}`
