import type { Language } from './translate.ts'

const SEASONS: Readonly<Record<string, string>> = { 一: 'autumn', 二: 'spring', 三: 'summer' }

/**
 * The name of a term. Campuses label it '2026-2027学年第一学期', and requests contain that label. A label
 * in another format is returned unchanged.
 */
export const termName = (label: string, language: Language): string =>
  language === 'zh'
    ? label
    : label.replace(/学年第([一二三])学期/, (_all, nth: string) => `, ${SEASONS[nth]} term`)
