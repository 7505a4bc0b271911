import { termName } from './term-name.ts'

/** The school calendar (CAL rows; D-88). */
export const calendarTexts = {
  title: { zh: '校历', en: 'School calendar' },
  failed: { zh: '校历加载失败', en: 'The calendar could not be loaded' },
  month: {
    zh: (year: number, month: number) => `${year}年${month}月`,
    en: (year: number, month: number) => `${MONTHS[month - 1] ?? ''} ${year}`,
  },
  before: { zh: '上个月', en: 'The month before' },
  after: { zh: '下个月', en: 'The month after' },
  today: { zh: '今天', en: 'Today' },
  jump: { zh: '跳到日期', en: 'Go to a day' },
  week: { zh: '周', en: 'Wk' },
  inTerm: {
    zh: (term: string, n: number) => `${term} 第${n}周`,
    en: (term: string, n: number) => `${termName(term, 'en')}, week ${n}`,
  },
  noTerm: { zh: '不在教学周内', en: 'No teaching week' },
  noEvent: { zh: '当天没有安排', en: 'Nothing on this day' },
  hasEvent: { zh: '有安排', en: 'something on' },
  lessonsOf: {
    zh: (day: string, week: number | undefined) =>
      `上${day}${week === undefined ? '' : `（第${week}周）`}的课`,
    en: (day: string, week: number | undefined) =>
      `Lessons of ${day}${week === undefined ? '' : `, week ${week}`}`,
  },
  until: {
    zh: (from: string, to: string) => `${from} 至 ${to}`,
    en: (from: string, to: string) => `${from} to ${to}`,
  },
  days: {
    zh: ['一', '二', '三', '四', '五', '六', '日'],
    en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  },
} as const

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
