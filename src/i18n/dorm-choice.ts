/**
 * What the contract says of the choice of a dormitory: every step before it reads the contract too.
 */
export const dormChoiceTexts = {
  typeRequired: { zh: '请选择宿舍类型', en: 'Choose a dormitory type' },
} as const
