import { feeReliefTexts } from './fee-relief.ts'
import { settingsTexts } from './settings.ts'

/** The data stored about a student, and the student's rights. */
export const privacyTexts = {
  title: settingsTexts.privacy,
  whatTitle: { zh: '我们保存什么', en: 'What we keep' },
  what: {
    zh: '办理入学和校园服务所需要的内容：您的身份与学籍、您填写的表单、您上传的照片和材料、缴费与申请记录、宿舍与到校记录。您没有填写的内容我们不会收集，也不会用来做别的事。',
    en: 'What your admission and the campus services need: who you are and what you study, the forms you fill in, the pictures and papers you upload, payments and applications, your room and your arrival. Nothing else is collected, and it is used for nothing else.',
  },
  whoTitle: { zh: '谁能看到', en: 'Who can see it' },
  who: {
    zh: '只有办理相应事务的老师能看到与其工作有关的部分。老师查看您的身份证号或电话时，系统会记录是谁、在什么时候看的。除付款和开具票据所需要的内容外，不会交给校外的人。',
    en: 'Only staff who work on a matter, and of it only their part. When somebody looks at your ID number or phone, the system writes down who and when. Nobody outside the university gets it, but for what a payment and its invoice need.',
  },
  phoneTitle: { zh: '您的手机上', en: 'On your phone' },
  phone: {
    zh: '为了在没有信号时也能使用，手机会保存您看过的内容和还没有提交的表单，但不保存身份证号。解除绑定时会全部删除。',
    en: 'So that the app works without signal, the phone keeps what you have seen and the forms that are not sent yet, but no ID number. Unbinding deletes all of it.',
  },
  longTitle: { zh: '保存多久', en: 'For how long' },
  long: {
    zh: '每一类内容在不再需要之后会自动删除；与缴费和学籍有关的记录按法律要求保存。',
    en: 'Each kind is deleted by itself once it is not needed any more; records of payments and of your studies are kept as the law asks.',
  },
  rightsTitle: { zh: '您可以', en: 'What you can do' },
  rights: {
    zh: '查看并下载学校保存的关于您的全部内容；修改您填写的表单；撤回对照片的同意；对任何一点提出意见，学校会答复您。',
    en: 'See and download everything the university keeps about you; change the forms you filled in; take back your consent to the photo; complain about any of it, and be answered.',
  },
  mine: { zh: '学校保存的关于您的内容', en: 'What the university keeps about you' },
  records: {
    zh: (count: number) => `${count} 条`,
    en: (count: number) => (count === 1 ? '1 record' : `${count} records`),
  },
  days: {
    zh: (days: number) => `最多保存${spanZh(days)}`,
    en: (days: number) => `Kept for up to ${spanEn(days)}`,
  },
  byLaw: { zh: '按规定保存', en: 'Kept as required by law' },
  download: { zh: '下载全部内容', en: 'Download all of it' },
  complain: { zh: '提出意见', en: 'Raise a concern' },
  failed: feeReliefTexts.notRead,
  file: { zh: '我的数据', en: 'my-data' },
  log: { zh: '学校查看和办理的记录', en: 'What the office looked at and did' },
  person: { zh: '身份与学籍', en: 'Who you are' },
  family: { zh: '家庭情况', en: 'Family' },
  details: { zh: '联系方式与联系人', en: 'Contacts' },
  ownFields: { zh: '学校登记的其他信息', en: 'Other data that the university keeps' },
  travel: { zh: '到校安排', en: 'Way to school' },
  uniform: { zh: '服装预订', en: 'Uniform' },
  sizes: { zh: '服装尺寸', en: 'Uniform sizes' },
  living: { zh: '用品预订', en: 'Living supplies' },
  campusForms: { zh: '学校表单的答案', en: 'Answers to forms of the university' },
  campusFormFiles: { zh: '学校表单的文件', en: 'Files in forms of the university' },
  campusFormLists: { zh: '指定给您的表单', en: 'Forms that name you in a list' },
  history: { zh: '表单的历次内容', en: 'Earlier words of your forms' },
  steps: { zh: '完成的步骤', en: 'Steps that are done' },
  dormChoice: { zh: '宿舍类型的选择', en: 'Choice of dormitory' },
  dormPlace: { zh: '住宿床位', en: 'Your bed' },
  arrival: { zh: '到校记录', en: 'Your arrival' },
  accessibleBedNeed: { zh: '无障碍床位需求', en: 'Your need of an accessible bed' },
  bedAllocation: { zh: '批量分配床位的记录', en: 'The allocations of beds that you were part of' },
  absence: { zh: '未按时报到的原因', en: 'Why you had not arrived' },
  lateArrivals: { zh: '延期报到的申请', en: 'Requests to arrive late' },
  stationVisits: { zh: '迎新站点的登记', en: 'Records of the stations you went to' },
  admissionPapers: { zh: '已交的报到材料', en: 'Papers you handed in' },
  consents: { zh: '同意与撤回', en: 'Consents' },
  pictures: { zh: '上传的照片与材料', en: 'Pictures and papers' },
  avatar: { zh: '自己换的头像', en: 'Your avatar' },
  charges: { zh: '学校的应缴记录', en: 'What is due' },
  scholarships: { zh: '奖学金抵扣', en: 'Scholarships' },
  orders: { zh: '付款订单', en: 'Orders' },
  refunds: { zh: '退款记录', en: 'Refunds' },
  invoices: { zh: '财政电子票据', en: 'Invoices' },
  paymentParts: { zh: '缴费所付的项目', en: 'What payments paid for' },
  payments: { zh: '到账记录', en: 'Payments' },
  platformLines: { zh: '财务平台的缴费记录', en: 'What the finance platform has booked' },
  applications: { zh: '绿色通道申请', en: 'Applications' },
  decisions: { zh: '申请的审核记录', en: 'Decisions on applications' },
  transfers: { zh: '转专业的申请', en: 'Changes of major' },
  exams: { zh: '考试与补课安排', en: 'Exams and make-up classes by date' },
  teachingClasses: { zh: '选课与教学班', en: 'Teaching classes' },
  grades: { zh: '各科成绩', en: 'Grades' },
  evaluations: { zh: '评教记录', en: 'Evaluations' },
  scores: { zh: '评教打分', en: 'Evaluation scores' },
  complaints: { zh: '提过的意见', en: 'Complaints' },
  requests: { zh: '联系客服的记录', en: 'Calls for help' },
  notices: { zh: '给您个人的通知', en: 'Notices to you' },
  groupNotices: { zh: '发给您所在群体的通知', en: 'Notices to groups that include you' },
  messageAttempts: {
    zh: '消息通过哪些渠道发给您及其结果',
    en: 'By which channels messages were sent to you, with the results',
  },
  messageConsents: { zh: '您开启或关闭的消息渠道', en: 'The channels that you allow or refuse' },
  read: { zh: '读过的通知', en: 'Notices you have read' },
  signIns: { zh: '登录记录', en: 'Sign-ins' },
  bindings: { zh: '绑定的账号', en: 'Bound accounts' },
} as const

/** Shows whole years as years and whole months as months, since 1095 days are hard to read. */
const span =
  (days: string, months: string, years: string, several: string) =>
  (count: number): string => {
    const [n, unit] =
      count % 365 === 0
        ? [count / 365, years]
        : count >= 60 && count % 30 === 0
          ? [count / 30, months]
          : [count, days]
    return ` ${n} ${unit}${n === 1 ? '' : several}`
  }
const spanZh = span('天', '个月', '年', '')
const spanEn = (count: number) => span('day', 'month', 'year', 's')(count).trim()
