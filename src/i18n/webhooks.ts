import { officeSectionTexts } from './office-sections.ts'

/** Webhooks: endpoints, deliveries and refusals. */
export const webhookTexts = {
  title: officeSectionTexts.webhooks,
  about: {
    zh: '发生报到、缴费、表单、申请和审批时，向其他系统的地址发送签名通知。失败会重试三天，同一学生的通知按顺序送达。内容只含学号和事件，不含姓名、证件和电话。',
    en: 'Other systems are told of arrivals, payments, forms, applications and decisions by signed requests. A failed one is repeated for three days, and those about one student arrive in order. They have numbers only, no names, documents or telephones.',
  },
  noHosts: {
    zh: '运维人员尚未允许任何接收主机（WEBHOOK_HOSTS）',
    en: 'No host is permitted as a receiver yet (WEBHOOK_HOSTS)',
  },
  hosts: {
    zh: (hosts: string) => `允许的接收主机：${hosts}`,
    en: (hosts: string) => `Permitted hosts: ${hosts}`,
  },
  create: { zh: '新建推送', en: 'New endpoint' },
  created: { zh: '推送已建立', en: 'The endpoint was made' },
  shownOnce: {
    zh: '签名密钥只显示这一次，请立即存入接收系统。',
    en: 'The secret of the signatures is shown this once. Store it in the receiver now.',
  },
  noted: { zh: '密钥已保存', en: 'I have stored the secret' },
  name: { zh: '接收系统', en: 'Receiver' },
  nameNeeded: { zh: '请填写接收系统', en: 'Name the receiver' },
  url: { zh: '接收地址', en: 'URL' },
  urlNeeded: { zh: '请填写接收地址', en: 'Give the URL' },
  urlWrong: {
    zh: '接收地址须以 https:// 开头，且主机在允许之列',
    en: 'The URL must be https, and its host must be permitted',
  },
  events: { zh: '推送的事件', en: 'Events' },
  eventNeeded: { zh: '请至少选择一种事件', en: 'Choose at least one event' },
  tooMany: { zh: '推送太多，请先删除不需要的', en: 'There are too many. Remove one first' },
  waiting: { zh: '等待送达', en: 'Waiting' },
  givenUp: { zh: '已放弃', en: 'Given up' },
  delivered: { zh: '已送达', en: 'Delivered' },
  deliveredAt: { zh: '最近送达', en: 'Last delivered' },
  deliveries: { zh: '推送记录', en: 'Deliveries' },
  student: { zh: '学生号码', en: 'Number of the student' },
  at: { zh: '发生时间', en: 'Happened at' },
  attempts: { zh: '尝试次数', en: 'Attempts' },
  answer: { zh: '对方应答', en: 'Answer' },
  noAnswer: { zh: '无应答', en: 'None' },
  outcome: { zh: '送达状态', en: 'Outcome' },
  replay: { zh: '重新推送', en: 'Deliver again' },
  replayAll: { zh: '重新推送已放弃的', en: 'Deliver those given up again' },
  replayed: {
    zh: (count: string) => `${count} 条将重新推送`,
    en: (count: string) => `${count} will be delivered again`,
  },
  remove: { zh: '删除推送', en: 'Remove' },
  removeOf: {
    zh: (name: string) => `删除推送：${name}`,
    en: (name: string) => `Remove ${name}`,
  },
  removeAbout: {
    zh: '删除后不再推送，尚未送达的也一并删除。',
    en: 'Nothing is delivered any more, and what waits is removed too.',
  },
  removed: { zh: '推送已删除', en: 'The endpoint was removed' },
  gone: { zh: '没有这个推送，或已删除', en: 'There is no such endpoint' },
  none: { zh: '还没有推送', en: 'There is no endpoint yet' },
  noDeliveries: { zh: '还没有推送记录', en: 'Nothing was delivered yet' },
} as const

/** The names of the events. */
export const webhookEventTexts = {
  'arrival.confirmed': { zh: '现场报到', en: 'Arrival confirmed' },
  'arrival.removed': { zh: '撤销报到登记', en: 'Arrival taken back' },
  'payment.recorded': { zh: '款项入账', en: 'Payment recorded' },
  'form.submitted': { zh: '表单提交', en: 'Form submitted' },
  'application.submitted': { zh: '申请提交', en: 'Application submitted' },
  'application.decided': { zh: '申请审批', en: 'Application decided' },
} as const
