import { greenChannelTexts } from './green-channel.ts'
import { homeTexts } from './home.ts'

/** The status of loan, deferral and scholarship next to the fees (FEE rows). */
export const feeReliefTexts = {
  relief: { zh: '绿色通道与奖学金', en: 'Green channel and scholarship' },
  loan: greenChannelTexts.loan,
  household: greenChannelTexts.household,
  deferral: { zh: '缓交', en: 'Deferral' },
  deferralNote: homeTexts.deferral,
  scholarship: { zh: '奖学金', en: 'Scholarship' },
  notApplied: { zh: '未申请', en: 'Not applied' },
  notRead: { zh: '加载失败', en: 'Could not be loaded' },
  reading: { zh: '读取中', en: 'Reading' },
  noScholarship: { zh: '无', en: 'None' },
  isOffset: { zh: '已冲抵', en: 'Offset' },
  approvedNotOffset: {
    zh: '已通过。财务冲抵前，应缴金额不变',
    en: 'Approved. What you owe stays the same until the finance office offsets it',
  },
  scholarshipNotOffset: {
    zh: (amount: string) => `${amount}，财务冲抵前应缴金额不变`,
    en: (amount: string) => `${amount}. What you owe stays the same until it is offset`,
  },
  isNotOffset: { zh: '未冲抵', en: 'Not offset' },
} as const
