/** Errors of an import whose file refers to unknown people or things. */
export const unknownReferenceTexts = {
  noStudent: {
    zh: (number: string) => `没有学号或考生号为${number}的学生，请先导入学生`,
    en: (number: string) => `There is no student ${number}. Import the students first`,
  },
  twoStudents: {
    zh: (number: string) => `${number}既是一名学生的学号，又是另一名学生的考生号`,
    en: (number: string) =>
      `${number} is the student number of one and the exam number of another student`,
  },
  gone: {
    zh: (number: string) => `${number}已撤销，不再是本校学生`,
    en: (number: string) => `${number} has been withdrawn`,
  },
  idHeldBy: {
    zh: (number: string) => `这个身份证号已用于${number}`,
    en: (number: string) => `This ID number stands under ${number} already`,
  },
  idTwice: {
    zh: (line: number) => `这个身份证号与第${line}行相同`,
    en: (line: number) => `This ID number stands in line ${line} as well`,
  },
  noTerm: {
    zh: (term: string) => `没有“${term}”这个学期，请先导入学期`,
    en: (term: string) => `There is no term ${term}. Import the terms first`,
  },
  notTerm: {
    zh: '应为学期，例如 2026-2027学年第一学期',
    en: 'This must be a term, such as 2026-2027学年第一学期',
  },
  noClass: {
    zh: (name: string) => `没有“${name}”这个班级，请先导入班级，或核对名称`,
    en: (name: string) => `There is no class ${name}. Import the classes first, or look for a slip`,
  },
} as const
