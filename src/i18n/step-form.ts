import { formTitles } from './form-titles.ts'

/** The completion of a step, as the outbox shows it. */
export const stepFormTexts = {
  title: formTitles.step,
  summary: {
    zh: (title: string) => `登记“${title}”已完成`,
    en: (title: string) => `Notes that “${title}” is done`,
  },
  step: { zh: '步骤', en: 'Step' },
} as const
