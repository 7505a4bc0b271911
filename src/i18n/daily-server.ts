import { greenChannelServerTexts } from './green-channel-server.ts'
import { termName } from './term-name.ts'

/** Backend texts about grades, evaluation, the change of major, the account and the service. */
export const dailyServerTexts = {
  gradesFile: {
    zh: (number: string) => `成绩_${number}.csv`,
    en: (number: string) => `grades_${number}.csv`,
  },
  otherTerm: { zh: '只能评价本学期的课程', en: 'Only this term’s courses can be evaluated' },
  newUndergraduatesOnly: {
    zh: '仅限当年入学的本科新生申请',
    en: 'Only first-year undergraduates can apply',
  },
  artsMajor: { zh: '艺术类专业不能转专业', en: 'Arts majors may not transfer' },
  pendingAlready: greenChannelServerTexts.pendingAlready,
  majorClosed: { zh: '该专业不可选择', en: 'This major cannot be chosen' },
  phoneNotOnRecord: { zh: '与登记的手机号码不一致', en: 'This is not the number on record' },
  oldPasswordWrong: { zh: '原密码不正确', en: 'The old password is wrong' },
  ticketEnded: {
    zh: '身份验证已失效，请重新验证',
    en: 'The identity check has run out, do it again',
  },
  pictureWrong: { zh: '图片必须是150×150的PNG', en: 'The picture must be a PNG of 150 × 150' },
  otherAddress: { zh: '只能为本站页面签名', en: 'Only pages of this site are signed' },
  noTicketForBrowsers: {
    zh: '网页请使用服务端签名（/getPayParam）',
    en: 'Pages use the signature of the server (/getPayParam)',
  },
  hostAway: {
    zh: '微信服务暂不可用，请稍后再试',
    en: 'The messaging app cannot be reached now, try again later',
  },
  serviceHello: {
    zh: '您好，客服已收到您的咨询请求，请直接在此留言。',
    en: 'Hello, customer service has heard from you. Write your question here.',
  },
  calendar: {
    zh: (term: string) => `课表 ${term}`,
    en: (term: string) => `Timetable ${termName(term, 'en')}`,
  },
  consentFirst: {
    zh: '请先在“照片采集”页面点击“同意并继续”，再上传照片',
    en: 'First open the page “Face photo” and tap “Agree and go on”, then upload the photo',
  },
} as const
