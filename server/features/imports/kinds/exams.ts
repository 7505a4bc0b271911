import { findPeriodsOn, getLessonStartAndEnd, toMinuteOfDay } from '#contract/bell-schedules'
import type { ExamKind } from '#contract/exam-record'
import { examImportTexts } from '#i18n/import-exams'
import type { Db } from '../../../platform/database/db.ts'
import { createLessonFinder, findBellSchedules } from '../../timetable/public.ts'
import { choiceCell, dayCell, textUpTo } from '../cell-readers.ts'
import type {
  CellReadResult,
  ImportKindDefinition,
  RowIssue,
  RowValues,
  WarningCheckedRow,
} from '../import-kind.ts'
import {
  buildRowKey,
  createIssueList,
  findReferencedClasses,
  findReferencedStudents,
  findReferencedTerms,
  optionalClassColumn,
  optionalStudentColumn,
  termColumn,
  unknownClassIssue,
  unknownTermIssue,
} from '../references.ts'
import { type TableShape, tableRows, giveSecretIds } from '../table-store.ts'
import { periodsCell } from './lesson-cells.ts'
import { teachingClassColumn } from './teaching-classes.ts'

const TIME = ['term', 'kind', 'course', 'day', 'starts'] as const

const shape = {
  table: 'exam',
  id: ['id'],
  match: [
    [...TIME, 'class_name'],
    [...TIME, 'teaching_class'],
    [...TIME, 'student_code'],
  ],
  fields: {
    id: 'text',
    term: 'text',
    kind: 'text',
    course: 'text',
    day: 'date',
    starts: 'text',
    ends: 'text',
    room: 'text',
    seat: 'text',
    teacher: 'text',
    note: 'text',
    class_name: 'text',
    teaching_class: 'text',
    student_code: 'text',
  },
  defaultsForNewRows: giveSecretIds,
  withdrawnAt: 'withdrawn_at',
  scope: ['term', 'kind', 'course', 'class_name', 'teaching_class'],
} as const satisfies TableShape

const EXAM: ExamKind = 'exam'
const MAKE_UP_CLASS: ExamKind = 'make-up-class'

/** Examinations and make-up classes by date, of a class, a teaching class or single students. */
export const examsImport: ImportKindDefinition = {
  name: 'exams',
  title: examImportTexts.title,
  about: examImportTexts.about,
  roles: ['administrator', 'admissions'],
  columns: [
    termColumn,
    {
      field: 'kind',
      title: { zh: '类型', en: 'Kind' },
      aliases: ['考试类型', '安排类型', '考试性质'],
      read: choiceCell([
        {
          value: EXAM,
          as: ['考试', '期末考试', '期中考试', '期末', '期中', '补考', '缓考', '重修考试'],
        },
        { value: MAKE_UP_CLASS, as: ['补课', '调课', 'make-up class'] },
      ]),
      blank: EXAM,
      example: '考试',
    },
    {
      field: 'course',
      title: { zh: '课程', en: 'Course' },
      aliases: ['课程名称', '课程名', '考试课程', '科目'],
      needed: true,
      read: textUpTo(100),
      example: '高等数学',
    },
    {
      field: 'day',
      title: { zh: '日期', en: 'Day' },
      aliases: ['考试日期', '补课日期', '上课日期'],
      needed: true,
      read: dayCell,
      example: '2027-01-18',
    },
    {
      field: 'time',
      title: { zh: '时间', en: 'Time' },
      aliases: ['考试时间', '起止时间', '节次', '上课时间'],
      needed: true,
      read: timeCell,
      example: '14:00-16:00',
      about: examImportTexts.timeAbout,
    },
    {
      field: 'room',
      title: { zh: '教室', en: 'Room' },
      aliases: ['考场', '考试地点', '地点', '考试教室'],
      read: textUpTo(50),
      blank: '',
      example: '明德楼101',
    },
    optionalClassColumn,
    teachingClassColumn,
    { ...optionalStudentColumn, field: 'student_code', example: '' },
    {
      field: 'seat',
      title: { zh: '座位号', en: 'Seat' },
      aliases: ['座号', '座位'],
      read: textUpTo(20),
      blank: '',
      example: '',
    },
    {
      field: 'teacher',
      title: { zh: '教师', en: 'Teacher' },
      aliases: ['监考教师', '监考', '任课教师', '主考'],
      read: textUpTo(200),
      blank: '',
      example: '张伟',
    },
    {
      field: 'note',
      title: { zh: '备注', en: 'Remark' },
      aliases: ['说明', '考试方式'],
      read: textUpTo(200),
      blank: '',
      example: '闭卷',
    },
  ],
  keysOf: (row) =>
    buildRowKey('考试', { ...row, group: groupOf(row) || null, kind: row['kind'] ?? EXAM }, [
      'group',
      'term',
      'kind',
      'course',
      'day',
      'time',
    ]),
  storedKeysOf: (row) => [JSON.stringify([groupOf(row), ...TIME.map((field) => row[field])])],
  check: (row) =>
    groupOf(row) === '' ? createIssueList('class_name', examImportTexts.noGroup) : [],
  resolve,
  warnings,
  ...tableRows(shape),
}

// A row that names a student is this student's, and one that names a teaching class is the teaching
// class's. The other columns are then only information.
const groupOf = (row: RowValues) =>
  String(row['student_code'] || row['teaching_class'] || row['class_name'] || '')

// Reads `14:00-16:00`, also after the day as in `2027-01-18(14:00-16:00)`, or periods such as 3-4.
function timeCell(text: string): CellReadResult {
  const typed = text
    .slice(0, 60)
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replace(/^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?/, '')
    .replace(/^\((.*)\)$/, '$1')
  const [, from = '', minute = '', to = '', toMinute = ''] =
    /^(\d|[01]\d|2[0-3]):([0-5]\d)[-—–~至](\d|[01]\d|2[0-3]):([0-5]\d)$/.exec(typed) ?? []
  const [starts, ends] = [
    `${from.padStart(2, '0')}:${minute}`,
    `${to.padStart(2, '0')}:${toMinute}`,
  ]
  if (from !== '') return starts < ends ? { value: `${starts}-${ends}` } : rejected
  const periods = periodsCell(typed)
  return 'value' in periods ? periods : rejected
}
const rejected = { says: examImportTexts.timeShape }

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const terms = await findReferencedTerms(db, rows)
  const classes = await findReferencedClasses(db, rows)
  const students = await findReferencedStudents(
    db,
    rows.map((row) => String(row['student_code'] ?? '')),
  )
  const schedules = await findBellSchedules(db)
  return rows.map((row) => {
    const { time, ...rest } = row
    if (!terms.has(String(row['term']))) return unknownTermIssue(String(row['term']))
    const times = toTimes(String(time), findPeriodsOn(schedules, String(row['day'])))
    if (times === undefined) return createIssueList('time', examImportTexts.noPeriod)
    const base = { kind: EXAM, ...rest, ...times }
    const name = String(row['class_name'] ?? '')
    const teachingClass = String(row['teaching_class'] ?? '')
    if (row['student_code']) {
      const student = students(String(row['student_code']))
      return 'says' in student
        ? createIssueList('student_code', student.says)
        : { ...base, class_name: null, teaching_class: null, student_code: student.code }
    }
    if (teachingClass !== '')
      return { ...base, class_name: null, teaching_class: teachingClass, student_code: null }
    return classes.has(name)
      ? { ...base, class_name: name, teaching_class: null, student_code: null }
      : unknownClassIssue(name)
  })
}

// The start and end of a time, or of periods such as 3-4 by the periods of the day.
function toTimes(
  time: string,
  dayPeriods: readonly string[],
): { readonly starts: string; readonly ends: string } | undefined {
  if (time.includes(':')) return { starts: time.slice(0, 5), ends: time.slice(6) }
  const [first = 0, last = first] = time.split('-').map(Number)
  return last > dayPeriods.length
    ? undefined
    : getLessonStartAndEnd(dayPeriods, { period: first, periods: last - first + 1 })
}

// Warns about a lesson of the same class or teaching class at the same time.
async function warnings(
  db: Db,
  rows: readonly WarningCheckedRow[],
): Promise<readonly (readonly RowIssue[])[]> {
  const find = await createLessonFinder(
    db,
    rows.map(({ row }) => ({
      term: String(row['term']),
      group: String(row['teaching_class'] ?? row['class_name'] ?? ''),
    })),
  )
  return rows.map(({ row }) => {
    const [starts, ends] = [row['starts'], row['ends']].map((time) => toMinuteOfDay(String(time)))
    const other = find({
      term: String(row['term']),
      day: String(row['day']),
      className: String(row['class_name'] ?? ''),
      teachingClass: String(row['teaching_class'] ?? ''),
    }).find(
      (lesson) =>
        toMinuteOfDay(lesson.starts) < (ends ?? 0) && (starts ?? 0) < toMinuteOfDay(lesson.ends),
    )
    return other === undefined
      ? []
      : createIssueList('time', examImportTexts.lessonAtThatTime, other.lesson.course)
  })
}
