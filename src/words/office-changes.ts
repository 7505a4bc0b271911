import { arrivalWords } from './arrivals.ts'
import { iconWords, pictureWords } from './editing-choices.ts'
import { editingWords } from './editing.ts'
import { evaluationresultsWords } from './evaluationresults.ts'
import { exportWords } from './exports.ts'
import { billFields } from './fields/bill.ts'
import { financeWords } from './finance.ts'
import { greenchannelWords } from './greenchannel.ts'
import { noticeboardWords } from './noticeboard.ts'
import { deedKinds } from './office-actions.ts'
import { logWords } from './office-log.ts'
import { officeWords } from './office.ts'
import { placeWords } from './places.ts'
import type { Language, Text } from './say.ts'
import { roleWords, staffWords } from './staff.ts'
import { studentsWords } from './students.ts'
import { transferdeskWords } from './transferdesk.ts'
import { waitingWords } from './waiting.ts'

/** How a value of the log is said in words. */
type Say = (value: string, language: Language) => string

/** What a key of the log's details is called, and how its values are said. */
interface Field {
  readonly name: Text
  readonly say?: Say
  /** Its value is HTML, of which the log shows the text. */
  readonly isHtml?: true
}

const choice =
  (labels: Readonly<Record<string, Text>>): Say =>
  (value, language) =>
    labels[value]?.[language] ?? value
const yesOrNo = choice({
  '1': exportWords.yes,
  '0': exportWords.no,
  true: exportWords.yes,
  false: exportWords.no,
})
const listOf =
  (say: Say): Say =>
  (value, language) =>
    value
      .split('、')
      .map((one) => say(one, language))
      .join('、')
const role = choice(roleWords)
/** An instant as the minute in China; older lines and forms hold such minutes already. */
const minute: Say = (value) =>
  /^\d{4}-\d\d-\d\dT.*Z$/.test(value)
    ? new Date(Date.parse(value) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    : value
const plain = (name: Text): Field => ({ name })
const flag = (name: Text): Field => ({ name, say: yesOrNo })
const html = (name: Text): Field => ({ name, isHtml: true })

const form = choice({
  details: exportWords.details,
  ...Object.fromEntries(
    Object.entries(waitingWords.formNames.zh).map(([name, zh]) => [
      name,
      {
        zh,
        en: Object.entries(waitingWords.formNames.en).find(([key]) => key === name)?.[1] ?? zh,
      },
    ]),
  ),
})
const picture: Say = (value, language) =>
  value.startsWith('data:')
    ? editingWords.uploadedPicture[language]
    : choice(pictureWords)(value, language)

const page: Say = (value, language) =>
  new Map<string, string>(Object.entries(placeWords.names[language])).get(value.toLowerCase()) ??
  value

/** Every key that may stand in the details of a line: one that is not here cannot be written. */
const FIELDS = {
  // What a school edits without SQL.
  order: plain(editingWords.order),
  title: plain(editingWords.title),
  titleEn: plain(editingWords.titleEn),
  page: { name: editingWords.page, say: page },
  skippable: flag(editingWords.skippable),
  needsDorm: flag(editingWords.needsDorm),
  opensAt: { name: editingWords.opensAt, say: minute },
  term: plain(editingWords.term),
  closesAt: { name: editingWords.closesAt, say: minute },
  address: plain(editingWords.address),
  icon: { name: editingWords.icon, say: choice(iconWords) },
  menu: {
    name: editingWords.menu,
    say: choice({ '0': editingWords.menu0, '1': editingWords.menu1, '2': editingWords.menu2 }),
  },
  group: plain(editingWords.group),
  onHome: flag(editingWords.onHome),
  inAll: flag(editingWords.inAll),
  post: { name: editingWords.post, say: role },
  newUndergraduates: flag(editingWords.newUndergraduates),
  show: flag(editingWords.show),
  startsAt: { name: editingWords.startsAt, say: minute },
  label: plain(editingWords.label),
  firstMonday: plain(editingWords.firstMonday),
  weeks: plain(editingWords.weeks),
  firstDay: plain(editingWords.firstDay),
  lastDay: plain(editingWords.lastDay),
  holiday: flag(editingWords.holiday),
  name: plain(editingWords.name),
  nameEn: plain(editingWords.nameEn),
  price: plain(editingWords.price),
  places: plain(editingWords.places),
  building: plain(arrivalWords.building),
  room: plain(editingWords.room),
  type: plain(editingWords.type),
  beds: plain(editingWords.beds),
  gender: {
    name: editingWords.gender,
    say: choice({ '': editingWords.anybody, '1': editingWords.men, '2': editingWords.women }),
  },
  catalogue: {
    name: editingWords.catalogue,
    say: choice({ '1': editingWords.catalogue1, '2': editingWords.catalogue2 }),
  },
  mandatory: flag(editingWords.mandatory),
  content: plain(editingWords.content),
  contentEn: plain(editingWords.contentEn),
  picture: { name: editingWords.picture, say: picture },
  garment: plain(editingWords.garment),
  size: plain(editingWords.size),
  remark: plain(editingWords.remark),
  remarkEn: plain(editingWords.remarkEn),
  total: plain(editingWords.total),
  year: plain(billFields.feeYear),
  enrolment: {
    name: editingWords.enrolment,
    say: choice({
      '': editingWords.everyKind,
      '1': editingWords.postgraduates,
      '2': editingWords.undergraduates,
    }),
  },
  least: {
    name: editingWords.least,
    say: choice({ '-1': { zh: '必须一次缴清', en: 'all at once' } }),
  },
  item: plain(editingWords.item),
  itemEn: plain(editingWords.itemEn),
  amount: plain(editingWords.amount),
  chinese: plain(editingWords.chinese),
  english: plain(editingWords.english),
  installName: plain(editingWords.installName),
  withdrawn: {
    name: editingWords.standing,
    say: choice({
      true: { zh: '停用', en: 'Out of use' },
      false: { zh: '启用', en: 'In use' },
    }),
  },
  // Notices.
  title_en: plain(noticeboardWords.headingEn),
  content_en: html(noticeboardWords.contentEn),
  audience: {
    name: noticeboardWords.audience,
    say: choice({
      everyone: noticeboardWords.everyone,
      students: noticeboardWords.students,
      staff: noticeboardWords.staff,
    }),
  },
  published_at: { name: noticeboardWords.publishAt, say: minute },
  pinned: flag(noticeboardWords.pinned),
  unreadAgain: flag({ zh: '重新标为未读', en: 'Unread again' }),
  files: plain(noticeboardWords.files),
  status: {
    name: greenchannelWords.reviewStatus,
    say: choice({
      '0': greenchannelWords.pending,
      '1': greenchannelWords.approved,
      '2': greenchannelWords.rejected,
    }),
  },
  // Accounts and students.
  department: plain(exportWords.department),
  phone: plain(studentsWords.phone),
  roles: { name: staffWords.roles, say: listOf(role) },
  role: { name: staffWords.roles, say: role },
  buildings: plain(staffWords.buildings),
  major: plain(studentsWords.major),
  newClass: plain(exportWords.className),
  reply: plain(officeWords.reason),
  bed: plain(exportWords.bed),
  step: plain(exportWords.step),
  what: {
    name: { zh: '查看内容', en: 'Looked at' },
    say: choice({ idCard: studentsWords.idCard, phone: studentsWords.phone }),
  },
  form: { name: { zh: '表单', en: 'Form' }, say: form },
  again: flag({ zh: '此前已送达', en: 'Had arrived before' }),
  done: flag({ zh: '已审核', en: 'Checked' }),
  scannedBy: plain({ zh: '扫码人', en: 'Scanned by' }),
  by: {
    name: { zh: '方式', en: 'By' },
    say: choice({
      university: { zh: '学校统一身份认证', en: 'the university’s sign-in' },
      'recovery code': { zh: '恢复码', en: 'a recovery code' },
      authenticator: { zh: '动态口令', en: 'an authenticator' },
    }),
  },
  to: plain({ zh: '转给', en: 'To' }),
  // Money.
  incident: plain(financeWords.kind),
  transaction: plain(financeWords.transaction),
  day: plain(financeWords.dayField),
  matched: plain({ zh: '一致笔数', en: 'Alike' }),
  differing: plain({ zh: '差异笔数', en: 'Different' }),
  // Searches, exports, imports and deletions.
  find: plain({ zh: '查找内容', en: 'Searched for' }),
  found: plain({ zh: '找到人数', en: 'Found' }),
  rows: plain({ zh: '导出行数', en: 'Rows' }),
  format: {
    name: { zh: '文件格式', en: 'Format' },
    say: choice({ xlsx: exportWords.xlsx, csv: exportWords.csv }),
  },
  cohort: {
    name: arrivalWords.cohort,
    say: choice({ new: arrivalWords.newStudents, all: arrivalWords.allStudents }),
  },
  state: { name: financeWords.state, say: choice(orderStates()) },
  period: plain(evaluationresultsWords.period),
  from: plain(financeWords.from),
  records: plain({ zh: '删除条数', en: 'Records' }),
  days: plain({ zh: '保存天数', en: 'Days' }),
  told: plain({ zh: '通知人数', en: 'Told' }),
  items: plain({ zh: '内容条数', en: 'Items' }),
  kind: { name: { zh: '类别', en: 'Kind' }, say: choice(keptKinds()) },
  file: plain({ zh: '文件', en: 'File' }),
  withdrew: flag({ zh: '同时停用文件中没有的', en: 'Withdrew what the file does not name' }),
} as const satisfies Readonly<Record<string, Field>>

/** A key of the log's details. */
export type LogField = keyof typeof FIELDS

/** Keys of rows and files that say nothing to a reader, or what the line says elsewhere. */
const UNTOLD = [
  'application',
  'transfer',
  'entry',
  'key',
  'sha256',
  'version',
  'students',
  'binding',
] as const
/** Does a line keep this key for a later search, without showing it? */
export const isUntold = (key: string): boolean => UNTOLD.some((one) => one === key)

type Logged = string | number | boolean | null | undefined | Date | readonly string[]
/** What something was or became, by the keys that have words. */
export type LoggedFields = { readonly [Key in LogField]?: Logged }
/** What stands in the details of a line: a key without words does not compile. */
export type LogDetails = LoggedFields & { readonly [Key in (typeof UNTOLD)[number]]?: Logged } & {
  readonly before?: LoggedFields | undefined
  readonly after?: LoggedFields | undefined
  /** What narrowed an export; its keys are held to `LogField` by a test. */
  readonly filter?: object
}
/** An object whose keys all have words in the log. */
export type Named<V> = { readonly [Key in keyof V]: Key extends LogField ? V[Key] : never }

// What a key means for one action, or for all of one kind.
const OWN: Readonly<Record<string, { readonly [Key in LogField]?: Field }>> = {
  noticeboard: {
    content: html(noticeboardWords.content),
    status: {
      name: noticeboardWords.state,
      say: choice({
        draft: noticeboardWords.draft,
        scheduled: noticeboardWords.scheduled,
        published: noticeboardWords.published,
        withdrawn: noticeboardWords.withdrawn,
      }),
    },
  },
  guides: { content: html(editingWords.pageZh), contentEn: html(editingWords.pageEn) },
  staff: {
    name: plain(staffWords.name),
    post: plain(staffWords.post),
    department: plain(staffWords.department),
  },
  school: { name: plain(editingWords.schoolName), nameEn: plain(editingWords.schoolNameEn) },
  applications: {
    type: {
      name: { zh: '申请类别', en: 'Application' },
      say: choice({
        '1': { zh: '助学贷款', en: 'Student loan' },
        '2': { zh: '建档立卡', en: 'Registered household' },
      }),
    },
  },
  transferdesk: {
    status: {
      name: greenchannelWords.reviewStatus,
      say: choice({ '1': transferdeskWords.passed, '2': transferdeskWords.notPassed }),
    },
  },
  finance: { order: plain(financeWords.order) },
  exports: { find: plain({ zh: '查找内容', en: 'Searched for' }), to: plain(financeWords.to) },
  'exports.log': {
    by: plain(logWords.who),
    kind: {
      name: logWords.kind,
      say: choice(Object.fromEntries(deedKinds.map(({ kind, name }) => [kind, name]))),
    },
  },
  'exports.evaluation': {
    by: {
      name: evaluationresultsWords.by,
      say: choice({
        course: evaluationresultsWords.byCourse,
        teacher: evaluationresultsWords.byTeacher,
      }),
    },
  },
}

const ALL: Readonly<Record<string, Field>> = FIELDS
const fieldOf = (action: string, key: string): Field | undefined => {
  const own = (name: string): Field | undefined =>
    new Map<string, Field | undefined>(Object.entries(OWN[name] ?? {})).get(key)
  return own(action) ?? own(action.slice(0, Math.max(0, action.indexOf('.')))) ?? ALL[key]
}

/** Does this key of an action hold HTML? */
export const isHtmlOf = (action: string, key: string): boolean =>
  fieldOf(action, key)?.isHtml === true

/** What a key is called; only one that an earlier version wrote has no words, and stands as it is. */
export const sayField = (action: string, key: string, language: Language): string =>
  fieldOf(action, key)?.name[language] ?? key

/** A value of an action's key in words, where it has any. */
const sayValue = (
  { action, key }: { readonly action: string; readonly key: string },
  value: string,
  language: Language,
): string => fieldOf(action, key)?.say?.(value, language) ?? value

/** A change in one line: what, from what, to what. */
export function sayChange(
  action: string,
  { field, from, to }: { readonly field: string; readonly from: string; readonly to: string },
  language: Language,
): string {
  const value = (text: string) =>
    text === '' ? '—' : sayValue({ action, key: field }, text, language)
  const name = `${sayField(action, field, language)}${language === 'zh' ? '：' : ': '}`
  return from === '' ? `${name}${value(to)}` : `${name}${value(from)} → ${value(to)}`
}

function orderStates(): Readonly<Record<string, Text>> {
  return {
    '': financeWords.anyState,
    open: financeWords.open,
    checking: financeWords.checking,
    paid: financeWords.paid,
    closed: financeWords.closed,
    handled: financeWords.handled,
  }
}

function keptKinds(): Readonly<Record<string, Text>> {
  return {
    'face-photo': { zh: '采集的照片', en: 'Face photos' },
    papers: { zh: '申请材料的图片', en: 'Pictures of applications' },
    family: { zh: '家庭信息', en: 'Families' },
    travel: { zh: '到校信息', en: 'Ways to school' },
    'form-history': { zh: '表单的历史版本', en: 'Earlier versions of forms' },
    arrivals: { zh: '报到记录', en: 'Arrivals' },
    complaints: { zh: '投诉建议', en: 'Complaints' },
    'personal-notices': { zh: '个人通知', en: 'Personal notices' },
    'messaging-accounts': { zh: '微信绑定', en: 'Messaging accounts' },
    'sign-ins': { zh: '登录记录', en: 'Sign-ins' },
    'evaluation-scores': { zh: '评教原始评分', en: 'Scores of evaluations' },
  }
}
