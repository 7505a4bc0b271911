import { admissionCheckTexts } from './admission-check.ts'
import { bedAllocationTexts } from './bed-allocation.ts'
import { campusFormOfficeTexts } from './campus-form-office.ts'
import { campusRuleTexts } from './campus-rules.ts'
import { counsellorTexts } from './counsellors.ts'
import { financeTexts } from './finance.ts'
import { officeSectionTexts } from './office-sections.ts'
import { serviceAccountTexts } from './service-accounts.ts'
import { studentFieldTexts } from './student-fields.ts'
import type { LocalizedText } from './translate.ts'
import { webhookTexts } from './webhooks.ts'

const catalogues = {
  guides: { zh: '入学须知与收费标准', en: 'a guide' },
  terms: { zh: '学期', en: 'a term' },
  bellSchedules: { zh: '作息时间', en: 'a bell schedule' },
  events: { zh: '校历事件', en: 'a day of the calendar' },
  evaluationPeriods: { zh: '评教时间', en: 'an evaluation period' },
  dorms: { zh: '宿舍类型', en: 'a dormitory type' },
  rooms: { zh: '宿舍房间', en: 'a room' },
  entries: { zh: '首页应用', en: 'an app of the home page' },
  feeItems: { zh: '收费项目', en: 'a fee item' },
  levels: { zh: '学生类型与规则', en: 'a level of students' },
  studentFields: { zh: '学生自定义字段', en: 'an own field of students' },
  leasts: { zh: '最低缴费额', en: 'a lowest payment' },
  stations: { zh: '迎新站点', en: 'a station' },
  admissionPapers: { zh: '报到材料', en: 'a paper of the admission check' },
  complaintCategories: { zh: '投诉建议类别', en: 'a category of complaints' },
  names: { zh: '英文名称', en: 'an English name' },
  packages: { zh: '生活用品套餐', en: 'a living package' },
  school: { zh: '学校名称', en: 'the school’s name' },
  steps: { zh: '迎新步骤', en: 'a step' },
  garments: { zh: '服装', en: 'a garment' },
  colours: { zh: '服装颜色', en: 'a colour' },
  sizes: { zh: '服装尺码', en: 'a size' },
} as const satisfies Readonly<Record<string, LocalizedText>>

/** The name of something that the office can edit. */
export type CatalogueName = keyof typeof catalogues

const auditActions = {
  'office.signIn': { zh: '登录管理端', en: 'Signed in to the office' },
  'factor.confirm': { zh: '启用动态口令', en: 'Set up a second factor' },
  'factor.prove': { zh: '验证动态口令', en: 'Showed the second factor' },
  'factor.wrong': { zh: '动态口令输入错误', en: 'Gave a wrong second factor' },
  'factor.remove': { zh: '停用动态口令', en: 'Removed the second factor' },
  'staff.makeAdministrator': { zh: '设为管理员', en: 'Made an administrator' },
  'staff.create': { zh: '新建教职工账号', en: 'Made an account' },
  'staff.change': { zh: '修改教职工资料', en: 'Changed an account' },
  'staff.resetPassword': { zh: '重置教职工密码', en: 'Reset a password' },
  'staff.issuePassword': { zh: '批量发放初始密码', en: 'Gave out a first password' },
  'staff.giveClasses': { zh: '设置所带班级', en: 'Set the classes of an account' },
  'staff.giveRoles': { zh: '设置教职工角色', en: 'Set the roles of an account' },
  'staff.giveBuildings': { zh: '设置负责楼栋', en: 'Set the buildings of an account' },
  'staff.unlock': { zh: '解除教职工登录锁定', en: 'Unblocked the sign-in of an account' },
  'staff.endSignIns': { zh: '强制教职工退出登录', en: 'Ended the sign-ins of an account' },
  'staff.close': { zh: '停用教职工账号', en: 'Closed an account' },
  'staff.open': { zh: '启用教职工账号', en: 'Opened an account again' },
  'staff.resetFactor': { zh: '重置教职工动态口令', en: 'Reset a second factor' },
  'studentlist.search': { zh: '按自定义字段筛选学生', en: 'Filtered students by an own field' },
  'studentlist.reveal': { zh: '查看自定义字段内容', en: 'Looked at a value of an own field' },
  'students.search': { zh: '查找学生', en: 'Searched for a student' },
  'applications.search': { zh: '查找绿色通道申请', en: 'Searched the applications' },
  'transferdesk.search': { zh: '查找转专业申请', en: 'Searched the changes of major' },
  'inbox.search': { zh: '查找投诉或请求', en: 'Searched complaints and requests' },
  'students.look': { zh: '查看学生导出的文件', en: 'Read a file from a student’s phone' },
  'students.deliver': { zh: '代交手机中的内容', en: 'Delivered what a phone held' },
  'students.reveal': { zh: '查看证件号或手机号', en: 'Looked at an ID or phone number' },
  'students.openForm': { zh: '查看学生表单', en: 'Opened a student’s form' },
  'students.openFile': { zh: '查看学生表单的文件', en: 'Opened a file of a student’s form' },
  'students.attachFile': { zh: '代传学生表单的文件', en: 'Sent a file for a student’s form' },
  'students.saveForm': { zh: '代填学生表单', en: 'Filled in a form for a student' },
  'students.unlock': { zh: '解除登录限制', en: 'Unlocked a sign-in' },
  'students.unbind': { zh: '解除手机绑定', en: 'Took a binding off a phone' },
  'students.reopen': { zh: '重新开放步骤', en: 'Reopened a step' },
  'students.assignRoom': { zh: '分配宿舍', en: 'Assigned a room' },
  'students.clearRoom': { zh: '取消宿舍', en: 'Took a room away' },
  'students.admit': { zh: '资格审核', en: 'Set the admission check' },
  'admission.checkAll': { zh: '批量资格审核', en: 'Checked admissions at once' },
  'admission.search': { zh: '在审核窗口查找学生', en: 'Searched at the admission desk' },
  'admission.save': { zh: '收取材料与资格审核', en: 'Took papers at the admission desk' },
  'beds.preview': { zh: '预览批量分配床位', en: 'Previewed an allocation of beds' },
  'beds.apply': { zh: '批量分配床位', en: 'Assigned beds to many' },
  'beds.revert': { zh: '整批撤回床位', en: 'Took an allocation of beds back' },
  'beds.move': { zh: '调换床位', en: 'Moved a student to another bed' },
  'beds.swap': { zh: '互换床位', en: 'Swapped two beds' },
  'beds.closeRoom': { zh: '关闭房间', en: 'Closed a room' },
  'beds.reopenRoom': { zh: '重新开放房间', en: 'Opened a room again' },
  'exports.bedAllocation': { zh: '导出批量分配', en: 'Exported an allocation of beds' },
  'students.arrive': { zh: '确认报到', en: 'Confirmed an arrival' },
  'students.unarrive': { zh: '撤销报到', en: 'Undid an arrival' },
  'students.withdraw': { zh: '标记学生退学', en: 'Withdrew a student' },
  'students.readmit': { zh: '恢复学籍', en: 'Readmitted a student' },
  'checkin.findByIdCard': {
    zh: '用证件号码查找学生',
    en: 'Found a student by ID number at the door',
  },
  'arrivals.phones': { zh: '查看未到学生电话', en: 'Looked at the phones of who is missing' },
  'travel.peers': { zh: '查看同行同学电话', en: 'Looked at the phones of fellow travellers' },
  'checkin.handOver': { zh: '代同事送达报到', en: 'Delivered a colleague’s scan' },
  'counsellors.search': { zh: '在班级跟进中查找学生', en: 'Searched the students of classes' },
  'counsellors.phones': { zh: '查看班级学生电话', en: 'Looked at phones of students of a class' },
  'counsellors.record': { zh: '记录未到原因', en: 'Recorded why a student has not arrived' },
  'counsellors.grant': { zh: '同意延期报到', en: 'Granted a late arrival' },
  'counsellors.refuse': { zh: '不同意延期报到', en: 'Refused a late arrival' },
  'counsellors.remind': { zh: '向班级发送催办通知', en: 'Sent a reminder to classes' },
  'exports.classes': { zh: '导出班级跟进名单', en: 'Exported the students of classes' },
  'reach.send': { zh: '给学生发送消息', en: 'Sent a message to students' },
  'reach.withdraw': {
    zh: '撤回发给学生的消息',
    en: 'Withdrew a message to students',
  },
  'reach.upload': { zh: '上传学生名单', en: 'Uploaded a list of students' },
  'progress.remind': { zh: '发送催办通知', en: 'Sent a reminder' },
  'applications.reveal': { zh: '查看申请人证件号或手机号', en: 'Looked at an applicant’s number' },
  'messages.reveal': { zh: '查看一条短信', en: 'Looked at a text message' },
  'staff.look': { zh: '查看教职工账号', en: 'Looked at an account' },
  'applications.approve': { zh: '批准绿色通道申请', en: 'Approved an application' },
  'applications.reject': { zh: '驳回绿色通道申请', en: 'Rejected an application' },
  'transferdesk.approve': { zh: '批准转专业', en: 'Approved a change of major' },
  'transferdesk.takeBack': {
    zh: '撤回转专业审核',
    en: 'Took the decision on a change of major back',
  },
  'transferdesk.refuse': { zh: '不批准转专业', en: 'Refused a change of major' },
  'finance.search': { zh: '查找缴费订单', en: 'Searched the orders' },
  'finance.handle': { zh: '标记支付异常已处理', en: 'Marked a payment incident as handled' },
  'financePlatform.end': { zh: '处理财务平台对账差异', en: 'Ended a difference to the platform' },
  'financePlatform.reopen': {
    zh: '重新打开财务平台对账差异',
    en: 'Opened a difference to the platform again',
  },
  'financePlatform.book': { zh: '按财务平台流水登记缴费', en: 'Booked a line of the platform' },
  'exports.financePlatform': {
    zh: '导出财务平台对账',
    en: 'Exported the reconciliation with the platform',
  },
  'outsidePayments.record': { zh: '登记其他渠道缴费', en: 'Recorded a payment from outside' },
  'outsidePayments.takeBack': {
    zh: '冲销其他渠道缴费',
    en: 'Took a recorded payment back',
  },
  'offsets.record': { zh: '冲抵应缴费用', en: 'Offset fees' },
  'offsets.undo': { zh: '撤销冲抵', en: 'Undid an offset' },
  'webhooks.create': { zh: '新建事件推送', en: 'Made a webhook' },
  'webhooks.remove': { zh: '删除事件推送', en: 'Removed a webhook' },
  'webhooks.replay': { zh: '重新推送事件', en: 'Delivered events again' },
  'externals.try': { zh: '试用外部服务', en: 'Tried an external service' },
  'externals.pay': { zh: '试付一分钱', en: 'Tried a payment of one fen' },
  'services.create': { zh: '新建系统令牌', en: 'Made a token of a system' },
  'services.revoke': { zh: '停用系统令牌', en: 'Revoked a token of a system' },
  'refunds.request': { zh: '申请退款', en: 'Requested a refund' },
  'refunds.approve': { zh: '批准退款', en: 'Approved a refund' },
  'refunds.reject': { zh: '不批准退款', en: 'Rejected a refund' },
  'refunds.check': { zh: '查询退款', en: 'Asked the gateway about a refund' },
  'refunds.markPaid': { zh: '登记已退款', en: 'Recorded that a refund was paid' },
  'exports.financeTotals': { zh: '导出账册汇总', en: 'Exported totals of the books' },
  'exports.bookEntries': { zh: '导出账册明细', en: 'Exported entries of the books' },
  'exports.invoices': { zh: '导出开票数据', en: 'Exported the data for invoices' },
  'exports.refunds': { zh: '导出退款', en: 'Exported refunds' },
  'exports.excess': { zh: '导出多缴费用', en: 'Exported what was paid too much' },
  'exports.outsidePayments': { zh: '导出其他渠道缴费', en: 'Exported payments from outside' },
  'exams.search': { zh: '查找考试与补课安排', en: 'Searched exams and make-up classes' },
  'exports.exams': { zh: '导出考试与补课安排', en: 'Exported exams and make-up classes' },
  'exports.offsets': { zh: '导出冲抵', en: 'Exported offsets' },
  'finance.reopen': { zh: '重新打开支付异常', en: 'Opened a payment incident again' },
  'finance.settleDifference': { zh: '标记对账差异已处理', en: 'Settled a difference of the books' },
  'finance.reopenDifference': {
    zh: '重新打开对账差异',
    en: 'Opened a difference of the books again',
  },
  'exports.reconciliation': { zh: '导出对账差异', en: 'Exported differences of the books' },
  'finance.reconcile': { zh: '对账', en: 'Compared a day with the payment service' },
  'inbox.assign': { zh: '转交投诉或请求', en: 'Gave a complaint or request to somebody' },
  'inbox.answer': { zh: '答复投诉或请求', en: 'Answered a complaint or request' },
  'inbox.close': { zh: '办结投诉或请求', en: 'Closed a complaint or request' },
  'inbox.reopen': { zh: '重新打开投诉或请求', en: 'Reopened a complaint or request' },
  'noticeboard.save': { zh: '保存通知', en: 'Saved a notice' },
  'noticeboard.withdraw': { zh: '撤回通知', en: 'Withdrew a notice' },
  'exports.stations': { zh: '导出站点登记', en: 'Exported the records of stations' },
  'stations.takeBack': { zh: '撤销站点登记', en: 'Took a record of a station back' },
  'forms.save': { zh: '保存表单草稿', en: 'Saved the draft of a form' },
  'forms.copy': { zh: '复制表单', en: 'Copied a form' },
  'forms.publish': { zh: '发布表单', en: 'Published a form' },
  'forms.retire': { zh: '停用表单', en: 'Retired a form' },
  'forms.reopen': { zh: '重新启用表单', en: 'Reopened a form' },
  'forms.saveStudents': { zh: '修改表单的学生名单', en: 'Changed the students of a form' },
  'rules.save': { zh: '修改规则', en: 'Changed a rule' },
  'rules.takeBack': { zh: '取消规则的修改', en: 'Took a change of a rule back' },
  'devices.revoke': { zh: '停用扫码设备', en: 'Revoked a scanning device' },
  'privacy.retain': { zh: '按期限删除资料', en: 'Deleted what was old enough' },
  'forms.xlsform': { zh: '导出表单为 XLSForm', en: 'Exported a form as XLSForm' },
  'formAnswers.search': { zh: '查找表单答案', en: 'Searched form answers' },
  'formAnswers.open': { zh: '查看表单答案', en: 'Opened form answers' },
  'formAnswers.approve': { zh: '表单审核通过', en: 'Approved form answers' },
  'formAnswers.reject': { zh: '表单审核不通过', en: 'Rejected form answers' },
  'formAnswers.remind': { zh: '催填表单', en: 'Reminded of a form' },
  'imports.apply': { zh: '写入导入数据', en: 'Wrote an import' },
  'imports.takeBack': { zh: '撤销导入', en: 'Took an import back' },
  'imports.refusals': { zh: '下载有误的行', en: 'Took out refused rows' },
  'exports.arrivals': { zh: '导出已报到', en: 'Exported arrivals' },
  'exports.notArrived': { zh: '导出未报到', en: 'Exported who has not arrived' },
  'exports.unfinished': { zh: '导出未完成步骤', en: 'Exported who has not finished' },
  'exports.family': { zh: '导出家庭信息', en: 'Exported families' },
  'exports.details': { zh: '导出个人信息', en: 'Exported personal details' },
  'exports.travel': { zh: '导出到校信息', en: 'Exported travel' },
  'exports.uniform': { zh: '导出服装', en: 'Exported uniforms' },
  'exports.uniformSums': { zh: '导出服装汇总', en: 'Exported sums of uniforms' },
  'exports.living': { zh: '导出生活用品', en: 'Exported living orders' },
  'exports.livingSums': { zh: '导出生活用品汇总', en: 'Exported sums of living orders' },
  'exports.fees': { zh: '导出应缴费用', en: 'Exported fees' },
  'exports.payments': { zh: '导出缴费记录', en: 'Exported payments' },
  'exports.applications': { zh: '导出绿色通道申请', en: 'Exported applications' },
  'exports.orders': { zh: '导出缴费订单', en: 'Exported orders' },
  'exports.incidents': { zh: '导出支付异常', en: 'Exported payment incidents' },
  'exports.log': { zh: '导出操作日志', en: 'Exported the log' },
  'exports.evaluation': { zh: '导出评教结果', en: 'Exported results of the evaluation' },
  'exports.complaints': { zh: '导出投诉建议', en: 'Exported complaints' },
  'exports.beds': { zh: '导出床位名单', en: 'Exported the bed list' },
  'exports.freeBeds': { zh: '导出空床位', en: 'Exported free beds' },
  'exports.classRosters': { zh: '导出班级名册', en: 'Exported class rosters' },
  'exports.progress': { zh: '导出迎新进度表', en: 'Exported the progress' },
  'exports.announcedArrivals': {
    zh: '导出接站名单',
    en: 'Exported the list for drivers and stations',
  },
  'exports.arrivalPlan': { zh: '导出到校计划', en: 'Exported the arrival plan' },
  'exports.admission': { zh: '导出入学资格审核名单', en: 'Exported the admission check' },
  'exports.students': { zh: '导出学生筛选结果', en: 'Exported filtered students' },
  'exports.formAnswers': { zh: '导出表单答案', en: 'Exported form answers' },
  'exports.formFiles': { zh: '下载表单附件', en: 'Downloaded files of form answers' },
  'exports.staff': { zh: '导出教职工账号', en: 'Exported staff accounts' },
} as const satisfies Readonly<Record<string, LocalizedText>>

/** The actions of the office. An action without a text cannot be recorded in the audit log. */
export type AuditAction = keyof typeof auditActions | `${CatalogueName}.${'save' | 'withdraw'}`

/** Searches that are recorded in the audit log. */
export type SearchAuditAction = Extract<keyof typeof auditActions, `${string}.search`>

const actionTexts: Readonly<Record<string, LocalizedText>> = {
  ...auditActions,
  ...Object.fromEntries(
    Object.entries(catalogues).flatMap(([noun, name]) => [
      [`${noun}.save`, { zh: `保存${name.zh}`, en: `Saved ${name.en}` }],
      [`${noun}.withdraw`, { zh: `停用${name.zh}`, en: `Withdrew ${name.en}` }],
    ]),
  ),
}

/**
 * The text of an action in the audit log; an action that an earlier version wrote is shown
 * unchanged.
 */
export const auditActionTexts = {
  zh: (action: string) => actionTexts[action]?.zh ?? action,
  en: (action: string) => actionTexts[action]?.en ?? action,
} as const

/** Returns the actions whose text contains this search text, in either language. */
export const findAuditActionsByText = (find: string): string[] =>
  Object.entries(actionTexts).flatMap(([action, { zh, en }]) =>
    zh.includes(find) || en.toLowerCase().includes(find.toLowerCase()) ? [action] : [],
  )

const kinds: Readonly<Record<string, LocalizedText>> = {
  ...catalogues,
  student: { zh: '学生', en: 'Student' },
  staff: { zh: '教职工', en: 'Staff' },
  step: { zh: '步骤', en: 'Step' },
  import: { zh: '导入', en: 'Import' },
  bedAllocation: bedAllocationTexts.title,
  notice: { zh: '通知', en: 'Notice' },
  campusForm: { zh: '表单', en: 'Form' },
  message: { zh: '短信', en: 'Text message' },
}

/**
 * The text of an audit log entry's subject. The subject `student:S880001` is shown as Student and
 * the student's name, or as Student S880001 if the name is not known.
 */
export const auditSubjectTexts = {
  zh: (about: string, named = '') => withKind(about, named, 'zh'),
  en: (about: string, named = '') => withKind(about, named, 'en'),
} as const

function withKind(about: string, named: string, language: keyof LocalizedText): string {
  const at = about.indexOf(':')
  const kind = kinds[about.slice(0, Math.max(0, at))]
  return kind === undefined ? about : `${kind[language]} ${named || about.slice(at + 1)}`
}

/**
 * The filters of the audit log. `kind` is the part of an action before its dot, such as `students`,
 * and `name` is the filter's label.
 */
export const auditActionGroups: readonly { readonly kind: string; readonly name: LocalizedText }[] =
  [
    { kind: 'office', name: { zh: '登录', en: 'Sign-ins' } },
    { kind: 'factor', name: { zh: '动态口令', en: 'Second factors' } },
    { kind: 'staff', name: { zh: '教职工账号', en: 'Accounts' } },
    { kind: 'services', name: serviceAccountTexts.title },
    { kind: 'webhooks', name: webhookTexts.title },
    { kind: 'externals', name: officeSectionTexts.externals },
    { kind: 'students', name: { zh: '学生', en: 'Students' } },
    { kind: 'studentlist', name: studentFieldTexts.title },
    { kind: 'admission', name: admissionCheckTexts.title },
    { kind: 'beds', name: bedAllocationTexts.section },
    { kind: 'arrivals', name: { zh: '报到', en: 'Arrivals' } },
    { kind: 'checkin', name: { zh: '扫码', en: 'Scans' } },
    { kind: 'applications', name: { zh: '绿色通道', en: 'Deferrals and loans' } },
    { kind: 'transferdesk', name: { zh: '转专业', en: 'Changes of major' } },
    { kind: 'finance', name: financeTexts.title },
    { kind: 'inbox', name: { zh: '投诉与请求', en: 'Complaints and requests' } },
    { kind: 'counsellors', name: counsellorTexts.title },
    { kind: 'progress', name: { zh: '催办', en: 'Reminders' } },
    { kind: 'noticeboard', name: { zh: '通知', en: 'Notices' } },
    { kind: 'forms', name: officeSectionTexts.forms },
    { kind: 'rules', name: campusRuleTexts.title },
    { kind: 'reach', name: officeSectionTexts.reach },
    { kind: 'messages', name: { zh: '短信', en: 'Text messages' } },
    { kind: 'forms', name: campusFormOfficeTexts.campusForms },
    { kind: 'formAnswers', name: officeSectionTexts.formanswers },
    { kind: 'imports', name: { zh: '导入', en: 'Imports' } },
    { kind: 'exports', name: { zh: '导出', en: 'Exports' } },
    { kind: 'privacy', name: { zh: '按期限删除', en: 'Deletions by age' } },
    ...Object.entries(catalogues).map(([kind, name]) => ({ kind, name })),
  ]
