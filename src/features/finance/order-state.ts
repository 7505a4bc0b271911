import { financeTexts } from '#i18n/finance'
import type { Language, Text } from '#i18n/translate'

const { open, checking, paid, closed } = financeTexts
const STATES: Readonly<Record<string, Text>> = { open, checking, paid, closed }

/** How an order stands, in words; a state that has none stands as it is named. */
export const describeOrderState = (state: string, language: Language): string =>
  STATES[state]?.[language] ?? state
