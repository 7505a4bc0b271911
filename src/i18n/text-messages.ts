import { officeSectionTexts } from './office-sections.ts'

/** Text messages, in the office and as sent to students. */
export const textMessagesTexts = {
  title: officeSectionTexts.messages,
  about: {
    zh: '系统发出的短信及其状态。查看接收号码会记入日志；短信内容仅在演示校园可以查看。',
    en: 'Texts that went out, and how each went. Looking at a number is noted in the log; what a text says is shown on the demo campus only.',
  },
  at: { zh: '发送时间', en: 'When' },
  phone: { zh: '接收号码', en: 'To' },
  state: { zh: '发送状态', en: 'How it went' },
  waiting: { zh: '等待发送', en: 'Waiting' },
  sent: { zh: '短信已发出', en: 'Sent' },
  shown: { zh: '演示：未真正发送', en: 'Demo: sent nowhere' },
  givenUp: { zh: '发送失败', en: 'Given up' },
  refused: { zh: '短信服务拒绝', en: 'refused by the service' },
  late: { zh: '已超过有效时间', en: 'too late' },
  away: { zh: '短信服务没有响应', en: 'no answer' },
  tries: {
    zh: (count: string) => `已尝试 ${count} 次`,
    en: (count: string) => `${count} tries`,
  },
  reminder: {
    zh: (title: string) => `${title}。请打开校园应用查看。`,
    en: (title: string) => `${title}. Please open the campus app.`,
  },
  firstPassword: {
    zh: (code: string, password: string, days: number) =>
      `您的校园应用账号已开通：工号${code}，初始密码${password}。${days}天内有效，只能登录一次，登录后请立即修改。`,
    en: (code: string, password: string, days: number) =>
      `Your campus account: work number ${code}, first password ${password}. It holds for ${days} days, opens one sign-in, and must be changed then.`,
  },
} as const
