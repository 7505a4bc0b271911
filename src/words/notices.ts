import { frameWords } from './frame.ts'
import { homeWords } from './home.ts'

/** Notices and the two static pages (NOT rows; D-90, D-91). The figures are those of 2019. */
export const noticesWords = {
  title: { zh: '通知公告', en: 'Notices' },
  one: { zh: '通知详情', en: 'Notice' },
  unread: { zh: '未读', en: 'Unread' },
  none: { zh: '暂无通知', en: 'No notices yet' },
  noneText: { zh: '学校发布通知后会出现在这里', en: 'What the university announces appears here' },
  failed: { zh: '没有读到通知', en: 'The notices could not be read' },
  more: { zh: '查看更多', en: 'Show more' },
  retry: frameWords.retry,
  home: frameWords.home,
  elsewhere: { zh: '（在新窗口打开）', en: ' (opens a new window)' },
  know: homeWords.enrolment,
  year: { zh: '2019年', en: '2019' },
  yearText: {
    zh: '以下为2019年的标准，请以学校最新通知为准',
    en: 'The rules of 2019; the newest notice of the university counts',
  },
  window: { zh: '网上报到时间', en: 'Online check-in' },
  windowText: { zh: '本科新生：8月12日至8月20日', en: 'New undergraduates: 12 to 20 August' },
  windowHint: {
    zh: '请在此期间完成网上报到的各个步骤。没有信号时也可以填写，联网后自动提交。',
    en: 'Go through all steps of the online check-in in these days. Forms can be filled in without a signal and are sent once connected.',
  },
  loan: { zh: '生源地助学贷款', en: 'Student loan' },
  loanText: {
    zh: (yuan: string) => `每年 ${yuan}，在校期间免息`,
    en: (yuan: string) => `${yuan} a year, free of interest while you study`,
  },
  loanHint: {
    zh: '已在当地办理的同学，请在“缴费”步骤提交贷款回执。',
    en: 'If you have one from home, hand its receipt in at the payment step.',
  },
  bring: { zh: '请随身携带', en: 'Bring with you' },
  bringText: {
    zh: '录取通知书、身份证、户口迁移证（迁移户口的同学）',
    en: 'Letter of admission, ID card, household transfer certificate (if you move your household)',
  },
  seeFees: { zh: '查看收费标准', en: 'See the fees' },
  fees: { zh: '收费标准', en: 'Fees' },
  tuition: { zh: '学费（每年）', en: 'Tuition, a year' },
  category: { zh: '类别', en: 'Category' },
  categories: { zh: ['第一类', '第二类', '第三类'], en: ['First', 'Second', 'Third'] },
  undergraduate: { zh: '本科', en: 'Undergraduate' },
  vocational: { zh: '专科', en: 'Vocational' },
  others: { zh: '其他费用', en: 'Other fees' },
  dorm: { zh: '住宿费（每年）', en: 'Dormitory, a year' },
  agency: { zh: '代收费', en: 'Agency fee' },
  booksUndergraduate: { zh: '教材费（本科）', en: 'Textbooks, undergraduate' },
  booksVocational: { zh: '教材费（专科）', en: 'Textbooks, vocational' },
  special: { zh: '特色学院另收', en: 'Special college, in addition' },
  aid: { zh: '资助', en: 'Support' },
  aidLoan: { zh: '无息贷款（每年）', en: 'Interest-free loan, a year' },
} as const
