/** The evaluation of teaching (EVA rows; D-89). */
export const evaluationWords = {
  title: { zh: '教学评价', en: 'Teaching evaluation' },
  again: { zh: '重新评教', en: 'Evaluate again' },
  go: { zh: '去评教', en: 'Evaluate' },
  notYet: { zh: '未评教', en: 'Not evaluated' },
  tenPoints: { zh: '请打1到10分', en: 'Give 1 to 10 points' },
} as const
