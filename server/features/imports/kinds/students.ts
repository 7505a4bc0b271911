import { sql } from 'kysely'
import { peopleImportTexts } from '#i18n/import-people'
import { unknownReferenceTexts } from '#i18n/import-references'
import { studentImportTexts } from '#i18n/import-students'
import type { Db } from '../../../platform/database/db.ts'
import {
  dayCell,
  checkIdNumber,
  idNumberCell,
  identifierCell,
  choiceCell,
  personNameCell,
  phoneCell,
  textUpTo,
  yearCell,
} from '../cell-readers.ts'
import { normalizeHeading } from '../headings.ts'
import type { ImportColumn, ImportKindDefinition, RowValues, RowIssue } from '../import-kind.ts'
import { protectOfficeWithdrawals } from '../office-withdrawals.ts'
import { isRowWithoutIssues, createIssueList } from '../references.ts'
import { addSideFields } from '../side-fields.ts'
import { tableStore, tableWithdrawal, type TableShape } from '../table-store.ts'
import { addIdTypes } from './id-types.ts'
import { levelColumn, withCampusLevels } from './level-column.ts'
import { majorCodeColumn } from './major-code-column.ts'
import { findOpenOrders } from './open-orders.ts'
import { admissionColumn, admissionFields } from './student-admission.ts'
import { listOwnFieldColumns, ownFields } from './student-own-fields.ts'
import { studentWarnings } from './student-warnings.ts'

const shape = {
  table: 'student',
  id: ['code'],
  // A new student is identified by the exam number, and gets a student number later.
  match: [['exam_number'], ['number']],
  fields: {
    code: 'text',
    number: 'text',
    exam_number: 'text',
    id_card: 'text',
    id_type: 'text',
    name: 'text',
    gender: 'text',
    phone: 'text',
    department: 'text',
    major: 'text',
    major_code: 'text',
    class_name: 'text',
    entry_year: 'text',
    grade: 'text',
    enrolment: 'text',
    type: 'text',
    status: 'text',
  },
  defaultsForNewRows: async (db, rows) => {
    const codes = await freeCodes(db, rows)
    // By default the grade is the year of entry.
    return rows.map((row, at) => ({
      code: codes[at] ?? '',
      grade: row['grade'] ?? row['entry_year'] ?? '',
    }))
  },
  withdrawnAt: 'withdrawn_at',
  scope: ['entry_year', 'type'],
} as const satisfies TableShape

const withdrawal = tableWithdrawal(shape)

const columns: readonly ImportColumn[] = [
  {
    field: 'exam_number',
    title: { zh: '考生号', en: 'Exam number' },
    aliases: ['高考考生号', '准考证号'],
    isBlankIgnored: true,
    read: identifierCell(),
    example: '26110101150001',
    about: studentImportTexts.oneNumber,
  },
  {
    field: 'number',
    title: { zh: '学号', en: 'Student number' },
    aliases: ['学生学号', '学籍号'],
    isBlankIgnored: true,
    read: identifierCell(),
    example: '2026010001',
    about: studentImportTexts.oneNumber,
  },
  {
    field: 'name',
    title: { zh: '姓名', en: 'Name' },
    aliases: ['学生姓名', '考生姓名'],
    needed: true,
    read: personNameCell(),
    example: '张三',
  },
  {
    field: 'gender',
    title: { zh: '性别', en: 'Gender' },
    needed: true,
    read: choiceCell([
      { value: '1', as: ['男', '男性', '男生', 'male', 'm'] },
      { value: '2', as: ['女', '女性', '女生', 'female', 'f'] },
    ]),
    example: '男',
  },
  {
    field: 'id_card',
    title: { zh: '身份证号', en: 'ID number' },
    aliases: [
      '身份证',
      '身份证号码',
      '证件号',
      '证件号码',
      '身份证件号',
      '公民身份号码',
      '护照号码',
    ],
    needed: true,
    read: idNumberCell,
    example: '110101200801010019',
  },
  {
    field: 'id_type',
    title: { zh: '证件类型', en: 'ID type' },
    aliases: ['证件种类', '身份证件类型', '证件类别', '证件名称'],
    isBlankIgnored: true,
    read: choiceCell([
      { value: 'resident', as: ['居民身份证', '身份证', '二代身份证', 'resident ID card'] },
      {
        value: 'hk-macao-permit',
        as: ['港澳居民来往内地通行证', '港澳通行证', '港澳来往内地通行证', '回乡证'],
      },
      { value: 'taiwan-permit', as: ['台湾居民来往大陆通行证', '台胞证', '台湾通行证'] },
      {
        value: 'residence-permit',
        as: ['港澳台居民居住证', '港澳居民居住证', '台湾居民居住证', '居住证'],
      },
      {
        value: 'permanent-residence',
        as: ['外国人永久居留身份证', '外国人永久居留证', '永久居留证', '永居证'],
      },
      { value: 'passport', as: ['护照', '外国护照', 'passport'] },
    ]),
    example: '居民身份证',
    about: studentImportTexts.idTypeOptional,
  },
  {
    field: 'birthday',
    title: { zh: '出生日期', en: 'Birthday' },
    aliases: ['生日', '出生年月日'],
    isBlankIgnored: true,
    read: dayCell,
    example: '2008-01-01',
    about: studentImportTexts.comparedOnly,
  },
  {
    field: 'phone',
    title: { zh: '手机号', en: 'Phone' },
    aliases: ['手机', '手机号码', '电话', '联系电话', '本人电话'],
    isBlankIgnored: true,
    read: phoneCell,
    blank: '',
    example: '13800000000',
  },
  {
    field: 'department',
    title: { zh: '学院', en: 'Department' },
    aliases: ['院系', '院系名称', '学院名称', '所在学院'],
    needed: true,
    read: textUpTo(60),
    example: '信息学院',
  },
  {
    field: 'major',
    title: { zh: '专业', en: 'Major' },
    aliases: ['专业名称', '录取专业'],
    needed: true,
    read: textUpTo(60),
    example: '计算机科学与技术',
  },
  majorCodeColumn('major_code'),
  {
    field: 'class_name',
    title: { zh: '班级', en: 'Class' },
    aliases: ['班级名称', '行政班', '班'],
    isBlankIgnored: true,
    read: textUpTo(60),
    blank: '',
    example: '计算机科学与技术2601班',
  },
  {
    field: 'entry_year',
    title: { zh: '入学年份', en: 'Year of entry' },
    aliases: ['入学年度', '入学年', '招生年份'],
    needed: true,
    read: yearCell,
    example: '2026',
  },
  {
    field: 'grade',
    title: { zh: '年级', en: 'Grade' },
    aliases: ['现在年级', '所在年级'],
    isBlankIgnored: true,
    read: yearCell,
    example: '2026',
    about: studentImportTexts.gradeIsEntry,
  },
  {
    ...levelColumn,
    aliases: ['层次', '学历层次', '学生类别', '招生类型', '培养类型'],
    needed: true,
  },
  {
    field: 'type',
    title: { zh: '新生或在校', en: 'New or continuing' },
    aliases: ['类型', '学生类型', '是否新生', '新生/在校'],
    needed: true,
    read: choiceCell([
      { value: '1', as: ['新生', '是', 'new'] },
      { value: '2', as: ['在校', '在校生', '老生', '否', 'continuing'] },
    ]),
    example: '新生',
  },
  {
    field: 'status',
    title: { zh: '学籍状态', en: 'Status' },
    aliases: ['状态', '在籍状态'],
    isBlankIgnored: true,
    read: textUpTo(20),
    blank: '在籍',
    example: '在籍',
  },
  admissionColumn,
]

/** Whether a heading names a column that every file of students can have. */
export const isStudentHeading = (heading: string): boolean =>
  columns.some(({ title, aliases = [] }) =>
    [title.zh, title.en, ...aliases].some(
      (one) => normalizeHeading(one) === normalizeHeading(heading),
    ),
  )

/** Students, new and continuing. */
export const studentsImport: ImportKindDefinition = {
  name: 'students',
  title: studentImportTexts.title,
  about: studentImportTexts.about,
  roles: ['administrator', 'admissions'],
  columns,
  campusColumns: async (db) => [
    ...(await withCampusLevels(columns)(db)),
    ...(await listOwnFieldColumns(db)),
  ],
  keysOf: (row) => [
    ...keyOf(studentImportTexts.examNumber.zh, row['exam_number']),
    ...keyOf(studentImportTexts.number.zh, row['number']),
  ],
  check: (row) => {
    const wrongId = checkIdNumber(row['id_type'], String(row['id_card']))
    return [
      ...((row['exam_number'] ?? row['number'] ?? null) === null
        ? createIssueList('exam_number', studentImportTexts.noNumber)
        : []),
      ...(wrongId === undefined ? [] : createIssueList('id_card', wrongId)),
    ]
  },
  resolve: async (db, rows) => {
    const typed = await addIdTypes(db, rows)
    const stored = typed.map(({ birthday: _compared, ...row }) => row)
    return checkRoomGenders(db, await knownPlaces(db, stored))
  },
  warnings: studentWarnings,
  uniqueField: { field: 'id_card', says: unknownReferenceTexts.idTwice },
  store: protectOfficeWithdrawals(
    addSideFields(addSideFields(tableStore(shape), admissionFields), ownFields),
    {
      kind: 'students',
      table: shape.table,
      withdrawnAt: shape.withdrawnAt,
      says: studentImportTexts.leftAtDesk,
    },
  ),
  withdrawal: {
    ...withdrawal,
    // Students with an open payment order are not withdrawn.
    absent: async (db, what) => {
      const absent = await withdrawal.absent(db, what)
      const paying = new Set((await findOpenOrders(db)).map(({ student_code: code }) => code))
      return absent.filter(({ id }) => !paying.has(id))
    },
  },
  explainRemovalRefusal: explainStudentRemovalRefusal,
}

const keyOf = (name: string, value: RowValues[string] | undefined) =>
  value === undefined || value === null ? [] : [`${name} ${String(value)}`]

// All other data refers to a student by the code. The code is derived from the student's first
// number, and stays when the number changes.
async function freeCodes(db: Db, rows: readonly RowValues[]): Promise<string[]> {
  const wished = rows.map((row) => `S${String(row['exam_number'] ?? row['number'])}`)
  const taken = await db.selectFrom('student').select('code').where('code', 'in', wished).execute()
  const used = new Set(taken.map(({ code }) => code))
  return wished.map((code) => {
    let free = code
    for (let again = 2; used.has(free); again += 1) free = `${code}-${again}`
    used.add(free)
    return free
  })
}

// If the campus has a list of majors and classes, a student's major and class must be in it.
async function knownPlaces(db: Db, rows: readonly RowValues[]) {
  const known = async (table: 'major' | 'school_class') => {
    const all = db.selectFrom(table).where('withdrawn_at', 'is', null)
    const found =
      table === 'major'
        ? await all.select('code as key').execute()
        : await all.select('name as key').execute()
    return new Set<unknown>(found.map(({ key }) => key))
  }
  const [majors, classes] = [await known('major'), await known('school_class')]
  return rows.map((row) => {
    const { major_code: major, class_name: name = '' } = row
    if (majors.size > 0 && major !== undefined && !majors.has(major))
      return createIssueList('major_code', peopleImportTexts.noMajor, String(major))
    return classes.size === 0 || name === '' || classes.has(name)
      ? row
      : createIssueList('class_name', peopleImportTexts.noClass, String(name))
  })
}

// The gender of a student who lives in a room for one gender cannot change. Rooms are imported
// before their residents.
async function checkRoomGenders(
  db: Db,
  rows: readonly (RowValues | readonly RowIssue[])[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const numbers = (field: 'exam_number' | 'number') =>
    rows.filter(isRowWithoutIssues).map((row) => String(row[field] ?? ''))
  const living = await db
    .selectFrom('student')
    .innerJoin('dorm_place as place', 'place.student_code', 'student.code')
    .innerJoin('dorm_room as room', (join) =>
      join.onRef('room.building', '=', 'place.building').onRef('room.room', '=', 'place.room'),
    )
    .select([
      'student.exam_number',
      'student.number',
      'place.building',
      'place.room',
      'room.gender',
    ])
    .where('room.gender', 'is not', null)
    .where((e) =>
      e.or([
        sql<boolean>`student.exam_number = any(${numbers('exam_number')})`,
        sql<boolean>`student.number = any(${numbers('number')})`,
      ]),
    )
    .execute()
  const homes = new Map(
    living.flatMap((one) => [
      [`exam_number ${one.exam_number}`, one],
      [`number ${one.number}`, one],
    ]),
  )
  return rows.map((row) => {
    if (!isRowWithoutIssues(row)) return row
    const { exam_number: exam, number, gender } = row
    const home = homes.get(`exam_number ${String(exam)}`) ?? homes.get(`number ${String(number)}`)
    return home === undefined || home.gender === gender
      ? row
      : createIssueList('gender', studentImportTexts.otherRoom, home.building, home.room)
  })
}

// Foreign keys protect students with data in other tables. This function checks the rows of
// sign-ins, which have no foreign key.
async function explainStudentRemovalRefusal(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ code: string }>`
    select code from session where role = 'student' and code = any(${ids})
    union all select code from binding where role = 'student' and code = any(${ids}) limit 1`.execute(
    db,
  )
  return rows.length === 0 ? undefined : studentImportTexts.signedIn
}
