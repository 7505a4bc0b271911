import { sql } from 'kysely'
import { peopleImportTexts } from '#i18n/import-people'
import { unknownReferenceTexts } from '#i18n/import-references'
import type { Db } from '../../../platform/database/db.ts'
import { findNamedClasses, listClassNames } from '../../../platform/database/queries/class-names.ts'
import { hashPassword } from '../../../platform/sessions/password.ts'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { endSessionsOf } from '../../../platform/sessions/session.ts'
import {
  checkIdNumber,
  idNumberCell,
  nameListCell,
  personNameCell,
  phoneCell,
  choiceListCell,
  textUpTo,
  workNumberCell,
} from '../cell-readers.ts'
import type { ImportKindDefinition, RowIssue, WarningCheckedRow } from '../import-kind.ts'
import { addListFields } from '../list-store.ts'
import { protectOfficeWithdrawals } from '../office-withdrawals.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { findSharedIdCards } from './shared-id-cards.ts'

const shape = {
  table: 'staff',
  id: ['code'],
  fields: {
    code: 'text',
    id: 'text',
    name: 'text',
    department: 'text',
    post: 'text',
    phone: 'text',
    id_card: 'text',
    password_hash: 'text',
    has_password: 'boolean',
  },
  // The hash of a random secret, so the account has no usable password until the office issues one.
  defaultsForNewRows: async (_db, rows) => {
    const password_hash = await hashPassword(createSecret())
    return rows.map((row) => ({
      id: `U${String(row['code'])}`,
      password_hash,
      has_password: false,
    }))
  },
  withdrawnAt: 'closed_at',
  scope: [],
} as const satisfies TableShape

const withdrawal = tableWithdrawal(shape)

/** Staff with their roles, the buildings of supervisors and the classes of counsellors. */
export const staffImport: ImportKindDefinition = {
  name: 'staff',
  title: peopleImportTexts.staff,
  about: peopleImportTexts.staffAbout,
  roles: ['administrator'],
  columns: [
    {
      field: 'code',
      title: { zh: '工号', en: 'Work number' },
      aliases: ['教工号', '职工号', '教职工号', '人事编号'],
      needed: true,
      read: workNumberCell,
      example: 'T2026001',
    },
    {
      field: 'name',
      title: { zh: '姓名', en: 'Name' },
      aliases: ['教职工姓名', '教师姓名'],
      needed: true,
      read: personNameCell(),
      example: '李四',
    },
    {
      field: 'department',
      title: { zh: '部门', en: 'Department' },
      aliases: ['单位', '所在部门', '所在单位', '学院', '院系'],
      isBlankIgnored: true,
      read: textUpTo(60),
      blank: '',
      example: '后勤处',
    },
    {
      field: 'post',
      title: { zh: '岗位', en: 'Post' },
      aliases: ['职务', '职位', '岗位名称'],
      isBlankIgnored: true,
      read: textUpTo(60),
      blank: '',
      example: '宿舍管理员',
    },
    {
      field: 'phone',
      title: { zh: '手机号', en: 'Phone' },
      aliases: ['手机', '手机号码', '电话', '联系电话'],
      isBlankIgnored: true,
      read: phoneCell,
      example: '13800000000',
    },
    {
      field: 'id_card',
      title: { zh: '身份证号', en: 'ID number' },
      aliases: ['身份证', '身份证号码', '证件号', '证件号码'],
      isBlankIgnored: true,
      read: idNumberCell,
      example: '110101198001010010',
    },
    {
      field: 'roles',
      title: { zh: '角色', en: 'Roles' },
      aliases: ['权限', '系统角色'],
      read: choiceListCell([
        { value: 'dorm-supervisor', as: ['宿管', '宿舍管理员', 'dorm supervisor'] },
        { value: 'review-teacher', as: ['审核老师', '审核', 'review teacher'] },
        { value: 'admissions', as: ['招生', '招生办', 'admissions office'] },
        { value: 'finance', as: ['财务', 'finance office'] },
        { value: 'dorm-office', as: ['公寓管理', '公寓', '公寓中心', 'dormitory office'] },
        { value: 'counsellor', as: ['辅导员', '班主任', 'counsellor', 'counselor'] },
      ]),
      blank: [],
      example: '宿管',
      about: peopleImportTexts.manyBySign,
    },
    {
      field: 'buildings',
      title: { zh: '负责楼栋', en: 'Buildings' },
      aliases: ['楼栋', '管理楼栋', '宿舍楼'],
      read: nameListCell(50),
      blank: [],
      example: '紫荆苑3号楼、紫荆苑4号楼',
      about: peopleImportTexts.manyBySign,
    },
    {
      field: 'classes',
      title: { zh: '所带班级', en: 'Classes' },
      aliases: ['班级', '负责班级', '带班班级', '管理班级'],
      read: nameListCell(100),
      blank: [],
      example: '计算机2401班、计算机2402班',
      about: peopleImportTexts.manyBySign,
    },
  ],
  keysOf: (row) => buildRowKey('工号', row, ['code']),
  check: ({ id_card: number }) => {
    const wrong = typeof number === 'string' ? checkIdNumber(undefined, number) : undefined
    return wrong === undefined ? [] : [{ field: 'id_card', says: wrong }]
  },
  warnings: async (db, rows) => {
    const shared = await findSharedIdCards(db, 'staff', rows)
    const unknown = await findUnknownClasses(db, rows)
    return rows.map((_row, at) => [...(shared[at] ?? []), ...(unknown[at] ?? [])])
  },
  uniqueField: { field: 'id_card', says: unknownReferenceTexts.idTwice },
  store: protectOfficeWithdrawals(
    addListFields(tableStore(shape), {
      roles: {
        owner: 'staff_code',
        table: 'staff_role',
        column: 'role',
        at: 'given_at',
        // Only a person in the office can grant or revoke this role, never an import.
        hiddenValue: 'administrator',
      },
      buildings: { owner: 'staff_code', table: 'staff_building', column: 'building' },
      classes: { owner: 'staff_code', table: 'staff_class', column: 'class_name' },
    }),
    {
      kind: 'staff',
      table: shape.table,
      withdrawnAt: shape.withdrawnAt,
      says: peopleImportTexts.closedAtDesk,
    },
  ),
  withdrawal: {
    ...withdrawal,
    absent: async (db, what) => {
      const found = await withdrawal.absent(db, what)
      const kept = new Set(await administrators(db))
      return found.filter(({ id }) => !kept.has(id))
    },
    withdraw: async (db, ids, now, origin) => {
      await withdrawal.withdraw(db, ids, now, origin)
      for (const code of ids) await endSessionsOf(db, { role: 'staff', code, now })
    },
  },
  explainRemovalRefusal: async (db, ids) => {
    const { rows } = await sql`
      select from session where role = 'staff' and code = any(${ids})
      union all select from binding where role = 'staff' and code = any(${ids}) limit 1`.execute(db)
    return rows.length === 0 ? undefined : peopleImportTexts.staffAtWork
  },
}

// Classes are only warned about, because staff can be imported before classes and students.
async function findUnknownClasses(
  db: Db,
  rows: readonly WarningCheckedRow[],
): Promise<(readonly RowIssue[])[]> {
  const listed = rows.map(({ read: { classes } }) =>
    Array.isArray(classes) ? classes.map(String) : [],
  )
  const { known, divided } = await findNamedClasses(db, [...new Set(listed.flat())])
  return listed.map((classes) => {
    const unknown = classes.filter((name) => !known.has(name))
    const several = divided.filter((name) =>
      listClassNames(name).some((plain) => plain !== name && classes.includes(plain)),
    )
    return [
      ...(unknown.length === 0
        ? []
        : createIssueList('classes', peopleImportTexts.unknownClasses, unknown.join('、'))),
      ...(several.length === 0
        ? []
        : createIssueList('classes', peopleImportTexts.dividedClasses, several.join('、'))),
    ]
  })
}

async function administrators(db: Db): Promise<string[]> {
  const found = await db
    .selectFrom('staff_role')
    .select('staff_code')
    .where('role', '=', 'administrator')
    .execute()
  return found.map(({ staff_code: code }) => code)
}
