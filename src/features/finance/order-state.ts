import { financeTexts } from '#i18n/finance'
import type { Language, LocalizedText } from '#i18n/translate'

const { open, checking, paid, closed } = financeTexts
const STATES: Readonly<Record<string, LocalizedText>> = { open, checking, paid, closed }

/** Describes the state of an order; an unknown state is returned unchanged. */
export const describeOrderState = (state: string, language: Language): string =>
  STATES[state]?.[language] ?? state
