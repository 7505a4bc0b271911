/**
 * The contract's texts about the choice of a dormitory. Separate, because every step before it
 * loads the contract too.
 */
export const dormChoiceTexts = {
  typeRequired: { zh: '请选择宿舍类型', en: 'Choose a dormitory type' },
} as const
