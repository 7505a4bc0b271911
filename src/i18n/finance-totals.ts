import { billFields } from './fields/bill.ts'
import { studentFields } from './fields/student.ts'
import { financeTexts } from './finance.ts'
import { outsidePaymentTexts } from './outside-payments.ts'
import { paymentChannelName } from './payment-channels.ts'
import type { Language, LocalizedText } from './translate.ts'

/** The totals of the books for a range of days, and the entries behind a total. */
export const financeTotalsTexts = {
  totals: { zh: '账册汇总', en: 'Totals of the books' },
  entries: { zh: '账册明细', en: 'Entries of the books' },
  entriesAbout: {
    zh: '按入账时间列出账册中的每一笔，包括冲抵、退款和冲销。“其中”是计入所选项目的金额。',
    en: 'Every entry of the books by the time it was recorded, with offsets, refunds and entries that take another back. “Of it” is the amount that counts for the chosen total.',
  },
  booksAbout: {
    zh: '下面按日期、渠道、项目、学院汇总账册，合计相同。冲抵单列，退款和冲销为负数；学院按学生现在的学院。',
    en: 'Below, the same books by day, channel, item and college, each with the same sum. Offsets are listed apart, refunds are negative, and the college is the student’s present one.',
  },
  by: { zh: '汇总方式', en: 'By' },
  day: { zh: '按日期', en: 'By day' },
  channel: financeTexts.byChannel,
  item: { zh: '按收费项目', en: 'By fee item' },
  college: { zh: '按学院', en: 'By college' },
  group: { zh: '汇总对象', en: 'Group' },
  dayColumn: financeTexts.dayField,
  channelColumn: financeTexts.channel,
  itemColumn: billFields.item,
  collegeColumn: studentFields.department,
  count: financeTexts.count,
  sum: billFields.sum,
  total: { zh: '账册合计', en: 'Sum of the books' },
  part: { zh: '其中', en: 'Of it' },
  entry: outsidePaymentTexts.reference,
  at: outsidePaymentTexts.at,
  recordedBy: outsidePaymentTexts.by,
  noCollege: { zh: '未填学院', en: 'No college' },
  back: { zh: '返回汇总', en: 'Back to the totals' },
  none: { zh: '这段时间账册中没有这样的记录', en: 'The books have no such entry in this time' },
  tooMuch: { zh: '多缴', en: 'Paid too much' },
  offset: billFields.offset,
  orders: { zh: '下单', en: 'Orders made' },
  noticed: { zh: '新发现异常', en: 'Incidents noticed' },
  open: {
    zh: (count: number) => `${count} 项待处理`,
    en: (count: number) => `${count} to handle`,
  },
  range: {
    zh: '请选择起止日期：截止日期不早于起始日期，最多 400 天',
    en: 'Choose the first and the last day: the last is not before the first, and at most 400 days',
  },
} as const

const CHANNELS: Readonly<Record<string, LocalizedText>> = {
  refund: { zh: '退款（已退回学生）', en: 'Refunds (paid back)' },
  'offset:loan': { zh: '冲抵：贷款', en: 'Offset: loan' },
  'offset:reduction': { zh: '冲抵：建档立卡减免', en: 'Offset: registered household reduction' },
  'offset:deferral': { zh: '冲抵：缓缴', en: 'Offset: deferral' },
  'offset:scholarship': { zh: '冲抵：奖学金', en: 'Offset: scholarship' },
}

const ITEMS: Readonly<Record<string, LocalizedText>> = {
  ':surplus': { zh: '多缴（不属于任何项目）', en: 'Paid too much (of no item)' },
  ':offset': { zh: '冲抵（不分项目）', en: 'Offsets (of no item)' },
  ':unassigned': { zh: '早期缴费（未分项目）', en: 'Earlier payments (of no item)' },
}

/** The name of a group of the totals; '' as `by` names the whole books. */
export function nameTotalGroup(by: string, key: string, language: Language): string {
  switch (by) {
    case '':
      return financeTotalsTexts.entries[language]
    case 'channel':
      return CHANNELS[key]?.[language] ?? paymentChannelName(key, language)
    case 'item':
      return ITEMS[key]?.[language] ?? key
    case 'college':
      return key === '' ? financeTotalsTexts.noCollege[language] : key
    default:
      return key
  }
}
