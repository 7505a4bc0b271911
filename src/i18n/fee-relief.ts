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
  isNotOffset: { zh: '未冲抵', en: 'Not offset' },
} as const
