import type { Language } from '#words/say'

/** A moment as the office reads it, by this computer's clock; '' for none. */
export const moment = (at: string, language: Language): string =>
  at === '' ? '' : new Date(at).toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB')
