import { arrivalWords } from './arrivals.ts'
import { editingWords } from './editing.ts'
import { exportWords } from './exports.ts'
import { greenchannelWords } from './greenchannel.ts'
import { officeWords } from './office.ts'
import type { Language, Text } from './say.ts'
import { roleWords, staffWords } from './staff.ts'
import { studentsWords } from './students.ts'

const isText = (value: unknown): value is Text =>
  typeof value === 'object' &&
  value !== null &&
  'zh' in value &&
  typeof value.zh === 'string' &&
  'en' in value &&
  typeof value.en === 'string'

const textsOf = (words: object): Readonly<Record<string, Text>> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([name, text]) => (isText(text) ? [[name, text]] : [])),
  )

const fields: Readonly<Record<string, Text>> = {
  ...textsOf(editingWords),
  department: exportWords.department,
  building: arrivalWords.building,
  phone: studentsWords.phone,
  roles: staffWords.roles,
  buildings: staffWords.buildings,
  status: greenchannelWords.reviewStatus,
  major: studentsWords.major,
  newClass: exportWords.className,
  bed: exportWords.bed,
  step: exportWords.step,
  reason: officeWords.reason,
  what: { zh: '查看内容', en: 'Looked at' },
  form: { zh: '表单', en: 'Form' },
  find: { zh: '查找内容', en: 'Searched for' },
  found: { zh: '找到人数', en: 'Found' },
  rows: { zh: '导出行数', en: 'Rows' },
  records: { zh: '删除条数', en: 'Records' },
  days: { zh: '保存天数', en: 'Days' },
  told: { zh: '通知人数', en: 'Told' },
  items: { zh: '内容条数', en: 'Items' },
  format: { zh: '文件格式', en: 'Format' },
  cohort: { zh: '学生范围', en: 'Students' },
  kind: { zh: '类别', en: 'Kind' },
  file: { zh: '文件', en: 'File' },
  by: { zh: '方式', en: 'By' },
  to: { zh: '转给', en: 'To' },
  scannedBy: { zh: '扫码人', en: 'Scanned by' },
  done: { zh: '已审核', en: 'Checked' },
}

const YES_OR_NO: ReadonlySet<string> = new Set([
  'skippable',
  'needsDorm',
  'onHome',
  'inAll',
  'newUndergraduates',
  'show',
  'holiday',
  'mandatory',
])
const STATES: Readonly<Record<string, Text>> = {
  '0': greenchannelWords.pending,
  '1': greenchannelWords.approved,
  '2': greenchannelWords.rejected,
}
const WHAT: Readonly<Record<string, Text>> = {
  idCard: studentsWords.idCard,
  phone: studentsWords.phone,
}
const roles = textsOf(roleWords)

/** What a field of a change is called; one that has no words stands as it is named. */
export const sayField = (field: string, language: Language): string =>
  fields[field]?.[language] ?? field

/** A value of a change in words, where it has any. */
export function sayValue(field: string, value: string, language: Language): string {
  if (YES_OR_NO.has(field))
    return value === '1'
      ? exportWords.yes[language]
      : value === '0'
        ? exportWords.no[language]
        : value
  if (field === 'status') return STATES[value]?.[language] ?? value
  if (field === 'what') return WHAT[value]?.[language] ?? value
  if (field === 'roles')
    return value
      .split('、')
      .map((role) => roles[role]?.[language] ?? role)
      .join('、')
  return value
}

/** A change in one line: what, from what, to what. */
export function sayChange(
  { field, from, to }: { readonly field: string; readonly from: string; readonly to: string },
  language: Language,
): string {
  const value = (text: string) => sayValue(field, text, language)
  const name = sayField(field, language)
  return from === ''
    ? `${name}${language === 'zh' ? '：' : ': '}${value(to)}`
    : `${name}${language === 'zh' ? '：' : ': '}${value(from)} → ${to === '' ? '—' : value(to)}`
}
