import { homeTexts } from './home.ts'

/** The enrolment notice and the fee standards, which the school writes (NOT rows). */
export const publicGuideTexts = {
  know: homeTexts.enrolment,
  fees: { zh: '收费标准', en: 'Fees' },
  seeFees: { zh: '查看收费标准', en: 'See the fees' },
  none: { zh: '学校尚未发布', en: 'Not published yet' },
  noneText: {
    zh: '学校发布后会显示在这里',
    en: 'It appears here once the university has written it',
  },
  updatedOn: {
    zh: (day: string) => `学校更新于 ${day}`,
    en: (day: string) => `The university wrote this on ${day}`,
  },
  failed: { zh: '内容加载失败', en: 'The page could not be loaded' },
} as const
