/** The answers to a question of a campus form that is answered with yes or no. */
export const yesNoTexts = {
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
}
