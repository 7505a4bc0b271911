import { admissionCheckTexts } from './admission-check.ts'
import { arrivalTexts } from './arrivals.ts'
import { auditActionGroups } from './audit-actions.ts'
import { auditLogTexts } from './audit-log.ts'
import { bedAllocationTexts } from './bed-allocation.ts'
import { counsellorTexts } from './counsellors.ts'
import { evaluationResultsTexts } from './evaluation-results.ts'
import { exportTexts } from './exports.ts'
import { externalServiceTexts } from './external-services.ts'
import { billFields } from './fields/bill.ts'
import { financePlatformTexts, platformListTexts } from './finance-platform.ts'
import { financeTotalsTexts } from './finance-totals.ts'
import { financeTexts } from './finance.ts'
import { formTitles } from './form-titles.ts'
import { greenChannelTexts } from './green-channel.ts'
import { lateArrivalTexts } from './late-arrivals.ts'
import { majorTransferReviewTexts } from './major-transfer-review.ts'
import { noticePublishingTexts } from './notice-publishing.ts'
import { officeSectionTexts } from './office-sections.ts'
import { officeTexts } from './office.ts'
import { offsetTexts } from './offsets.ts'
import { outsidePaymentTexts } from './outside-payments.ts'
import { pageNameTexts } from './page-names.ts'
import { paymentChannelName } from './payment-channels.ts'
import { entryIconTexts, packagePictureTexts } from './reference-data-choices.ts'
import { referenceDataTexts } from './reference-data.ts'
import { refundTexts } from './refunds.ts'
import { serviceAccountTexts } from './service-accounts.ts'
import { roleTexts, staffAccountsTexts } from './staff-accounts.ts'
import { studentFieldTexts } from './student-fields.ts'
import { studentsTexts } from './students.ts'
import type { Language, LocalizedText } from './translate.ts'
import { webhookTexts } from './webhooks.ts'

/** Formats a value of the audit log as text. */
type Say = (value: string, language: Language) => string

/** The name of a key in an entry's details, and the format of its values. */
interface Field {
  readonly name: LocalizedText
  readonly say?: Say
  /** The value is HTML; the audit log shows its text. */
  readonly isHtml?: true
}

const choice =
  (labels: Readonly<Record<string, LocalizedText>>): Say =>
  (value, language) =>
    labels[value]?.[language] ?? value
const yesOrNo = choice({
  '1': exportTexts.yes,
  '0': exportTexts.no,
  true: exportTexts.yes,
  false: exportTexts.no,
})
const listOf =
  (say: Say): Say =>
  (value, language) =>
    value
      .split('、')
      .map((one) => say(one, language))
      .join('、')
const role = choice(roleTexts)
/**
 * Formats an instant as date and minute in China; older entries and forms already contain such
 * minutes.
 */
const minute: Say = (value) =>
  /^\d{4}-\d\d-\d\dT.*Z$/.test(value)
    ? new Date(Date.parse(value) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    : value
const plain = (name: LocalizedText): Field => ({ name })
const flag = (name: LocalizedText): Field => ({ name, say: yesOrNo })
const html = (name: LocalizedText): Field => ({ name, isHtml: true })

const form = choice({ ...formTitles, details: exportTexts.details })
const picture: Say = (value, language) =>
  value.startsWith('data:')
    ? referenceDataTexts.uploadedPicture[language]
    : choice(packagePictureTexts)(value, language)

const page: Say = (value, language) =>
  new Map<string, string>(Object.entries(pageNameTexts.names[language])).get(value.toLowerCase()) ??
  value

/** All keys that the details of an entry can contain; other keys cannot be recorded. */
const FIELDS = {
  // Reference data.
  order: plain(referenceDataTexts.order),
  trial: {
    name: officeSectionTexts.externals,
    say: (value, language) => {
      const names: Readonly<Record<string, string>> = externalServiceTexts.services[language]
      return names[value.split('-', 1)[0] ?? ''] ?? value
    },
  },
  answer: plain(webhookTexts.answer),
  title: plain(referenceDataTexts.title),
  titleEn: plain(referenceDataTexts.titleEn),
  page: { name: referenceDataTexts.page, say: page },
  skippable: flag(referenceDataTexts.skippable),
  needsDorm: flag(referenceDataTexts.needsDorm),
  opensAt: { name: referenceDataTexts.opensAt, say: minute },
  term: plain(referenceDataTexts.term),
  closesAt: { name: referenceDataTexts.closesAt, say: minute },
  address: plain(referenceDataTexts.address),
  icon: { name: referenceDataTexts.icon, say: choice(entryIconTexts) },
  menu: {
    name: referenceDataTexts.menu,
    say: choice({
      '0': referenceDataTexts.menu0,
      '1': referenceDataTexts.menu1,
      '2': referenceDataTexts.menu2,
    }),
  },
  group: plain(referenceDataTexts.group),
  onHome: flag(referenceDataTexts.onHome),
  inAll: flag(referenceDataTexts.inAll),
  post: { name: referenceDataTexts.post, say: role },
  newUndergraduates: flag(referenceDataTexts.newUndergraduates),
  show: flag(referenceDataTexts.show),
  startsAt: { name: referenceDataTexts.startsAt, say: minute },
  label: plain(referenceDataTexts.label),
  firstMonday: plain(referenceDataTexts.firstMonday),
  periods: plain(referenceDataTexts.periods),
  comesAfter: plain(referenceDataTexts.comesAfter),
  scanners: plain(referenceDataTexts.scanners),
  repeats: flag(referenceDataTexts.repeats),
  weeks: plain(referenceDataTexts.weeks),
  firstDay: plain(referenceDataTexts.firstDay),
  lastDay: plain(referenceDataTexts.lastDay),
  holiday: flag(referenceDataTexts.holiday),
  follows: plain(referenceDataTexts.follows),
  name: plain(referenceDataTexts.name),
  nameEn: plain(referenceDataTexts.nameEn),
  price: plain(referenceDataTexts.price),
  places: plain(referenceDataTexts.places),
  building: plain(arrivalTexts.building),
  room: plain(referenceDataTexts.room),
  type: plain(referenceDataTexts.type),
  beds: plain(referenceDataTexts.beds),
  gender: {
    name: referenceDataTexts.gender,
    say: choice({
      '': referenceDataTexts.anybody,
      '1': referenceDataTexts.men,
      '2': referenceDataTexts.women,
    }),
  },
  catalogue: {
    name: referenceDataTexts.catalogue,
    say: choice({ '1': referenceDataTexts.catalogue1, '2': referenceDataTexts.catalogue2 }),
  },
  mandatory: flag(referenceDataTexts.mandatory),
  content: plain(referenceDataTexts.content),
  contentEn: plain(referenceDataTexts.contentEn),
  picture: { name: referenceDataTexts.picture, say: picture },
  garment: plain(referenceDataTexts.garment),
  size: plain(referenceDataTexts.size),
  remark: plain(referenceDataTexts.remark),
  remarkEn: plain(referenceDataTexts.remarkEn),
  total: plain(referenceDataTexts.total),
  year: plain(billFields.feeYear),
  enrolment: {
    name: referenceDataTexts.enrolment,
    say: choice({
      '': referenceDataTexts.everyKind,
      '1': referenceDataTexts.postgraduates,
      '2': referenceDataTexts.undergraduates,
    }),
  },
  aliases: plain(referenceDataTexts.aliases),
  studentKind: {
    name: referenceDataTexts.kind,
    say: choice({
      undergraduate: referenceDataTexts.kindUndergraduate,
      postgraduate: referenceDataTexts.postgraduates,
      other: referenceDataTexts.kindOther,
    }),
  },
  fieldType: {
    name: referenceDataTexts.fieldType,
    say: choice({
      text: referenceDataTexts.fieldText,
      choice: referenceDataTexts.fieldChoice,
      date: referenceDataTexts.fieldDate,
    }),
  },
  options: plain(referenceDataTexts.options),
  maxLength: plain(referenceDataTexts.maxLength),
  viewers: {
    name: referenceDataTexts.viewers,
    say: (value, language) => listOf(role)(value.replaceAll(',', '、'), language),
  },
  forStudent: flag(referenceDataTexts.forStudent),
  field: plain(studentFieldTexts.field),
  livesInDorm: flag(referenceDataTexts.livesInDorm),
  skippedSteps: {
    name: referenceDataTexts.skippedSteps,
    say: (value, language) =>
      value
        .split(',')
        .map((one) => page(one, language))
        .join('、'),
  },
  way: {
    name: financeTexts.channel,
    say: (value, language) =>
      choice({
        loan: offsetTexts.loan,
        reduction: offsetTexts.reduction,
        deferral: offsetTexts.deferral,
        gateway: refundTexts.gateway,
        elsewhere: refundTexts.elsewhere,
        'carry-over': refundTexts['carry-over'],
      })(paymentChannelName(value, language), language),
  },
  paidOn: plain(outsidePaymentTexts.paidOn),
  least: {
    name: referenceDataTexts.least,
    say: choice({ '-1': { zh: '必须一次缴清', en: 'all at once' } }),
  },
  item: plain(referenceDataTexts.item),
  itemEn: plain(referenceDataTexts.itemEn),
  amount: plain(referenceDataTexts.amount),
  chinese: plain(referenceDataTexts.chinese),
  english: plain(referenceDataTexts.english),
  installName: plain(referenceDataTexts.installName),
  withdrawn: {
    name: referenceDataTexts.standing,
    say: choice({
      true: { zh: '停用', en: 'Out of use' },
      false: { zh: '启用', en: 'In use' },
    }),
  },
  // Notices.
  title_en: plain(noticePublishingTexts.headingEn),
  content_en: html(noticePublishingTexts.contentEn),
  audience: {
    name: noticePublishingTexts.audience,
    say: choice({
      everyone: noticePublishingTexts.everyone,
      students: noticePublishingTexts.students,
      staff: noticePublishingTexts.staff,
      group: noticePublishingTexts.group,
    }),
  },
  published_at: { name: noticePublishingTexts.publishAt, say: minute },
  pinned: flag(noticePublishingTexts.pinned),
  unreadAgain: flag({ zh: '重新标为未读', en: 'Unread again' }),
  files: plain(noticePublishingTexts.files),
  status: {
    name: greenChannelTexts.reviewStatus,
    say: choice({
      '0': greenChannelTexts.pending,
      '1': greenChannelTexts.approved,
      '2': greenChannelTexts.rejected,
    }),
  },
  // Forms of the campus.
  formVersion: plain({ zh: '版本', en: 'Version' }),
  listed: plain({ zh: '名单人数', en: 'Students in the list' }),
  // Accounts and students.
  department: plain(exportTexts.department),
  phone: plain(studentsTexts.phone),
  roles: { name: staffAccountsTexts.roles, say: listOf(role) },
  role: { name: staffAccountsTexts.roles, say: role },
  events: plain(webhookTexts.events),
  scopes: plain(serviceAccountTexts.scopes),
  addresses: plain(serviceAccountTexts.allowedAddresses),
  perMinute: plain(serviceAccountTexts.perMinute),
  buildings: plain(staffAccountsTexts.buildings),
  classes: plain(staffAccountsTexts.classes),
  absence: {
    name: lateArrivalTexts.absence,
    say: (value, language) =>
      value === 'none'
        ? counsellorTexts.noneKind[language]
        : (new Map(Object.entries(lateArrivalTexts.kinds[language])).get(value) ?? value),
  },
  expectedOn: plain(lateArrivalTexts.expectedOn),
  major: plain(studentsTexts.major),
  newClass: plain(exportTexts.className),
  reply: plain(officeTexts.reason),
  bed: plain(exportTexts.bed),
  step: plain(exportTexts.step),
  what: {
    name: { zh: '查看内容', en: 'Looked at' },
    say: choice({ idCard: studentsTexts.idCard, phone: studentsTexts.phone }),
  },
  form: { name: { zh: '表单', en: 'Form' }, say: form },
  again: flag({ zh: '此前已送达', en: 'Had arrived before' }),
  done: flag({ zh: '已审核', en: 'Checked' }),
  level: plain(bedAllocationTexts.level),
  choice: {
    name: bedAllocationTexts.choice,
    say: choice({ chosen: bedAllocationTexts.chosen, any: bedAllocationTexts.any }),
  },
  seed: plain(bedAllocationTexts.seed),
  placed: plain(bedAllocationTexts.placed),
  papers: plain(admissionCheckTexts.papers),
  className: plain(admissionCheckTexts.className),
  withPapers: flag(admissionCheckTexts.withPapers),
  withFees: flag(admissionCheckTexts.withFees),
  withSteps: flag(admissionCheckTexts.withSteps),
  required: flag(referenceDataTexts.required),
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
  // Finance.
  key: plain({ zh: '汇总项', en: 'Row of the sum' }),
  list: { name: financePlatformTexts.show, say: choice(platformListTexts) },
  incident: plain(financeTexts.kind),
  transaction: plain(financeTexts.transaction),
  refund: plain(refundTexts.number),
  reference: plain(refundTexts.reference),
  day: plain(financeTexts.dayField),
  matched: plain({ zh: '一致笔数', en: 'Alike' }),
  differing: plain({ zh: '差异笔数', en: 'Different' }),
  // Searches, exports, imports and deletions.
  find: plain({ zh: '查找内容', en: 'Searched for' }),
  found: plain({ zh: '找到人数', en: 'Found' }),
  rows: plain({ zh: '导出行数', en: 'Rows' }),
  format: {
    name: { zh: '文件格式', en: 'Format' },
    say: choice({ xlsx: exportTexts.xlsx, csv: exportTexts.csv }),
  },
  cohort: {
    name: arrivalTexts.cohort,
    say: choice({ new: arrivalTexts.newStudents, all: arrivalTexts.allStudents }),
  },
  state: { name: financeTexts.state, say: choice(orderStates()) },
  period: plain(evaluationResultsTexts.period),
  from: plain(financeTexts.from),
  hour: plain(arrivalTexts.hour),
  mode: plain(exportTexts.mode),
  allocation: plain(bedAllocationTexts.title),
  id: plain({ zh: '记录编号', en: 'Record number' }),
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

/** The keys of details that mean nothing to readers, or that an entry shows outside its details. */
const UNTOLD = [
  'allocation',
  'application',
  'transfer',
  'entry',
  'key',
  'sha256',
  'version',
  'students',
  'binding',
] as const
/** Whether the audit log stores this key only for searching and does not show it. */
export const isHiddenAuditLogKey = (key: string): boolean => UNTOLD.some((one) => one === key)

type Logged = string | number | boolean | null | undefined | Date | readonly string[]
/** The old or new values of a change. Only keys with a name for readers are allowed. */
export type LoggedFields = { readonly [Key in LogField]?: Logged }
/**
 * The details of an audit log entry. The type allows only keys that are listed in this file, so an
 * unknown key does not compile.
 */
export type LogDetails = LoggedFields & { readonly [Key in (typeof UNTOLD)[number]]?: Logged } & {
  readonly before?: LoggedFields | undefined
  readonly after?: LoggedFields | undefined
  /** The filter of an export; a test ensures that its keys are `LogField`s. */
  readonly filter?: object
}
/** The type `V` if all its keys have a name in the audit log; other keys get the type `never`. */
export type WithNamedLogKeys<V> = {
  readonly [Key in keyof V]: Key extends LogField ? V[Key] : never
}

// Names of keys that differ for one action, or for all actions of a group.
const OWN: Readonly<Record<string, { readonly [Key in LogField]?: Field }>> = {
  noticeboard: {
    content: html(noticePublishingTexts.content),
    status: {
      name: noticePublishingTexts.state,
      say: choice({
        draft: noticePublishingTexts.draft,
        scheduled: noticePublishingTexts.scheduled,
        published: noticePublishingTexts.published,
        withdrawn: noticePublishingTexts.withdrawn,
      }),
    },
  },
  guides: { content: html(referenceDataTexts.pageZh), contentEn: html(referenceDataTexts.pageEn) },
  staff: {
    name: plain(staffAccountsTexts.name),
    post: plain(staffAccountsTexts.post),
    department: plain(staffAccountsTexts.department),
  },
  school: {
    name: plain(referenceDataTexts.schoolName),
    nameEn: plain(referenceDataTexts.schoolNameEn),
  },
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
      name: greenChannelTexts.reviewStatus,
      say: choice({
        '1': majorTransferReviewTexts.passed,
        '2': majorTransferReviewTexts.notPassed,
      }),
    },
  },
  finance: { order: plain(financeTexts.order) },
  externals: { order: plain(financeTexts.order) },
  exports: { find: plain({ zh: '查找内容', en: 'Searched for' }), to: plain(financeTexts.to) },
  'exports.log': {
    by: plain(auditLogTexts.who),
    kind: {
      name: auditLogTexts.kind,
      say: choice(Object.fromEntries(auditActionGroups.map(({ kind, name }) => [kind, name]))),
    },
  },
  'exports.bookEntries': {
    by: {
      name: { zh: '汇总方式', en: 'Summed up' },
      say: choice({
        channel: financeTotalsTexts.channel,
        item: financeTotalsTexts.item,
        college: financeTotalsTexts.college,
      }),
    },
  },
  'exports.evaluation': {
    by: {
      name: evaluationResultsTexts.by,
      say: choice({
        course: evaluationResultsTexts.byCourse,
        teacher: evaluationResultsTexts.byTeacher,
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

/** Whether this key of an action contains HTML. */
export const isHtmlLogField = (action: string, key: string): boolean =>
  fieldOf(action, key)?.isHtml === true

/** The name of a key; a key that an earlier version wrote has none and is returned unchanged. */
export const getLogFieldName = (action: string, key: string, language: Language): string =>
  fieldOf(action, key)?.name[language] ?? key

/** Formats the value of an action's key, if there is one. */
const formatFieldValue = (
  { action, key }: { readonly action: string; readonly key: string },
  value: string,
  language: Language,
): string => fieldOf(action, key)?.say?.(value, language) ?? value

/** Formats a change in one line: field, old value, new value. */
export function formatLogChange(
  action: string,
  { field, from, to }: { readonly field: string; readonly from: string; readonly to: string },
  language: Language,
): string {
  const value = (text: string) =>
    text === '' ? '—' : formatFieldValue({ action, key: field }, text, language)
  const name = `${getLogFieldName(action, field, language)}${language === 'zh' ? '：' : ': '}`
  return from === '' ? `${name}${value(to)}` : `${name}${value(from)} → ${value(to)}`
}

function orderStates(): Readonly<Record<string, LocalizedText>> {
  return {
    '': financeTexts.anyState,
    open: financeTexts.open,
    checking: financeTexts.checking,
    paid: financeTexts.paid,
    closed: financeTexts.closed,
    handled: financeTexts.handled,
  }
}

function keptKinds(): Readonly<Record<string, LocalizedText>> {
  return {
    'face-photo': { zh: '采集的照片', en: 'Face photos' },
    papers: { zh: '申请材料的图片', en: 'Pictures of applications' },
    family: { zh: '家庭信息', en: 'Families' },
    travel: { zh: '到校信息', en: 'Ways to school' },
    'form-history': { zh: '表单的历史版本', en: 'Earlier versions of forms' },
    'campus-forms': { zh: '学校表单的答案与文件', en: 'Answers to forms of the university' },
    'unused-files': { zh: '未使用的表单文件', en: 'Files that no answer uses' },
    arrivals: { zh: '报到记录', en: 'Arrivals' },
    complaints: { zh: '投诉建议', en: 'Complaints' },
    'personal-notices': { zh: '个人通知', en: 'Personal notices' },
    'message-log': { zh: '消息发送记录', en: 'Records of messages' },
    'messaging-accounts': { zh: '微信绑定', en: 'Messaging accounts' },
    'sign-ins': { zh: '登录记录', en: 'Sign-ins' },
    'evaluation-scores': { zh: '评教原始评分', en: 'Scores of evaluations' },
  }
}
