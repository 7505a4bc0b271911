/** The label of the number of an identity document that is not a resident ID card. */
export const idNumberLabel = { zh: '证件号码', en: 'ID number' } as const
