import { officeSectionTexts } from './office-sections.ts'
import { onboardingProgressTexts } from './onboarding-progress.ts'

/** The office's screen of error reports. */
export const errorReportingOfficeTexts = {
  title: officeSectionTexts.troubles,
  about: {
    zh: '同意告知的手机上出现的错误，不含身份和内容，保留 90 天。学生报出编号时可按编号查找。',
    en: 'Errors on phones whose owners agreed to tell, without who or what; kept for 90 days. Look up the code that a student reads out.',
  },
  code: { zh: '错误编号', en: 'Error code' },
  at: { zh: '出错时间', en: 'When' },
  kind: { zh: '错误种类', en: 'Kind' },
  screen: { zh: '页面没能显示', en: 'A page was not shown' },
  behind: { zh: '页面背后出错', en: 'Behind a page' },
  step: { zh: '出错页面', en: 'Page' },
  version: onboardingProgressTexts.version,
  engine: { zh: '浏览器', en: 'Browser' },
} as const
