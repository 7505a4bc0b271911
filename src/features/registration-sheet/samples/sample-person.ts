import type { LocalizedText } from '#i18n/translate'

/** Sample data: a fictional student. */
export const samplePerson = {
  name: { zh: '示例同学', en: 'Sample student' },
  number: '000000',
  sex: { zh: '女', en: 'Female' },
  department: { zh: '示例学院', en: 'Sample department' },
  major: { zh: '示例专业', en: 'Sample major' },
  className: { zh: '示例班', en: 'Sample class' },
} satisfies Record<string, LocalizedText | string>
