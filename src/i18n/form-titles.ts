import type { LocalizedText } from './translate.ts'

/**
 * The titles of the queued forms, by the names of the forms. They are apart from the forms' other texts, because
 * every phone loads all of them and a form's screen only when it is opened.
 */
export const formTitles = {
  family: { zh: '个人与家庭信息', en: 'Personal and family' },
  travel: { zh: '到校信息', en: 'Travel to school' },
  uniform: { zh: '军训服装', en: 'Training uniform' },
  living: { zh: '生活用品', en: 'Living supplies' },
  step: { zh: '步骤完成登记', en: 'Step done' },
  scan: { zh: '扫码登记', en: 'Scan to check in' },
  station: { zh: '站点登记', en: 'Record at a station' },
} as const

const titles: Readonly<Record<string, LocalizedText>> = formTitles

// A campus form has a title of its own, which is in its definition (contract/campus-form-names.ts).
const campusFormTitle: LocalizedText = { zh: '表单', en: 'Form' }

/** Finds the title of a queued form by its name; undefined for a form that this version lacks. */
export const findFormTitle = (form: string): LocalizedText | undefined =>
  titles[form] ?? (form.startsWith('campus:') ? campusFormTitle : undefined)
