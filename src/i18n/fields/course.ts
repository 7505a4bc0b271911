/** The labels of a course's search fields. */
export const courseFields = {
  term: { zh: '学期', en: 'Term' },
  course: { zh: '课程', en: 'Course' },
  noTerms: { zh: '暂无学期可查询', en: 'There are no terms yet' },
} as const
