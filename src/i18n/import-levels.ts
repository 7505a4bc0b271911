import { referenceDataTexts } from './reference-data.ts'

/** The import of levels of students. */
export const levelImportTexts = {
  title: referenceDataTexts.levels,
  about: {
    zh: '预科、专升本、第二学士学位等学生类型及其规则，须在学生之前导入',
    en: 'Levels such as preparatory or second degree with their rules, before the students',
  },
  kindAbout: {
    zh: '本科可申请转专业，研究生可看到仅限研究生的应用，其他两者皆无',
    en: 'Undergraduates may change their major, postgraduates see their own entries, others neither',
  },
} as const
