/** Grades (GRD rows; wording D-12). */
export const gradesWords = {
  title: { zh: '成绩查询', en: 'Grades' },
  none: { zh: '当前没有可查询的成绩', en: 'There are no grades to see now' },
  failed: { zh: '查询失败', en: 'The grades could not be read' },
  askAdministrator: { zh: '请联系管理员', en: 'Contact the administrator' },
  noTerm: { zh: '没有可查询的学期', en: 'No term can be looked up' },
  noTerms: { zh: '暂无学期可查询', en: 'There are no terms yet' },
  notCurrent: {
    zh: '抱歉，您不是在校生，无法查询成绩',
    en: 'Sorry, you are not a current student, so grades cannot be looked up',
  },
} as const
