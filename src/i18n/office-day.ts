import { arrivalTexts } from './arrivals.ts'
import { commonTexts } from './common.ts'
import { counsellorTexts } from './counsellors.ts'
import { greenChannelReviewTexts } from './green-channel-review.ts'
import { majorTransferReviewTexts } from './major-transfer-review.ts'
import { onboardingProgressTexts } from './onboarding-progress.ts'

/** The first page of the office: what waits, and the figures of a day. */
export const officeDayTexts = {
  waiting: { zh: '等您处理', en: 'Waits for you' },
  loans: greenChannelReviewTexts.loans,
  households: greenChannelReviewTexts.households,
  transfers: majorTransferReviewTexts.title,
  lateArrivals: counsellorTexts.requests,
  complaints: { zh: '待答复的投诉与咨询', en: 'Complaints without an answer' },
  refusedRows: { zh: '导入时被退回的行', en: 'Refused rows of imports' },
  paymentIncidents: { zh: '未处理的支付异常', en: 'Payment incidents' },
  heldScans: { zh: '手机上待传的报到记录', en: 'Scans that phones still hold' },
  withoutBed: { zh: '还没有床位的新生', en: 'New students without a bed' },
  nothing: { zh: '现在没有待办事项。', en: 'Nothing waits for you now.' },
  since: {
    zh: (when: string) => `最早：${when}`,
    en: (when: string) => `Oldest: ${when}`,
  },
  ages: {
    zh: (oneDay: number, threeDays: number) =>
      `超过 1 天 ${oneDay} 项，其中超过 3 天 ${threeDays} 项`,
    en: (oneDay: number, threeDays: number) =>
      `${oneDay} for over a day, ${threeDays} of them for over three`,
  },
  figures: { zh: '当日概况', en: 'The day in figures' },
  day: { zh: '统计日期', en: 'Day' },
  arrivals: { zh: '按小时到校人数', en: 'Arrivals by hour' },
  hour: arrivalTexts.hour,
  announced: { zh: '到校信息中预报', en: 'Announced in travel forms' },
  arrived: { zh: '实际报到', en: 'Arrived' },
  steps: { zh: '迎新步骤完成人数', en: 'Students by finished step' },
  step: onboardingProgressTexts.step,
  expected: onboardingProgressTexts.expected,
  done: onboardingProgressTexts.done,
  payments: { zh: '近 14 天收款（元）', en: 'Payments of 14 days (yuan)' },
  amount: { zh: '收款（元）', en: 'Payments (yuan)' },
  beds: { zh: '各楼栋床位', en: 'Beds by building' },
  building: arrivalTexts.building,
  bedsInAll: { zh: '床位总数', en: 'Beds in all' },
  taken: { zh: '已入住', en: 'Taken' },
  loading: commonTexts.loading,
} as const
