/** The import of departments, majors, classes and staff. */
export const peopleImportTexts = {
  departments: { zh: '学院（部门）', en: 'Departments' },
  departmentsAbout: {
    zh: '学院的代码和名称；最先导入',
    en: 'The codes and names of the departments; they come first',
  },
  majors: { zh: '专业目录', en: 'Majors' },
  majorsAbout: {
    zh: '各学院的专业；学院须已导入',
    en: 'The majors of the departments, which come first',
  },
  majorKind: {
    zh: '决定可以转入哪些专业：文科不能转入理科，艺术类不能转专业',
    en: 'It decides which majors may be changed to: liberal arts not to science, arts to none',
  },
  classes: { zh: '班级目录', en: 'Classes' },
  classesAbout: {
    zh: '行政班级；专业须已导入。导入过班级后，学生的班级必须在其中',
    en: 'The classes of the majors, which come first. Once there are any, a student’s class must be one of them',
  },
  staff: { zh: '教职工（角色、楼栋与班级）', en: 'Staff, with roles, buildings and classes' },
  staffAbout: {
    zh: '初始密码由系统管理员在“教职工账号”中批量发放；系统管理员角色不能通过文件授予，系统管理员也不会因不在文件中而停用',
    en: 'First passwords are given out in bulk under “Staff accounts”. The role of administrator cannot be given by a file, nor is an administrator’s account closed by one',
  },
  manyBySign: {
    zh: '多项用顿号或逗号分隔；空白表示没有',
    en: 'Several are divided by commas; blank means none',
  },
  noDepartment: {
    zh: (name: string) => `没有这个学院：${name}`,
    en: (name: string) => `There is no department ${name}`,
  },
  noMajor: {
    zh: (code: string) => `没有这个专业代码：${code}`,
    en: (code: string) => `There is no major ${code}`,
  },
  noClass: {
    zh: (name: string) => `没有这个班级：${name}`,
    en: (name: string) => `There is no class ${name}`,
  },
  studentsIn: {
    zh: '已有学生属于这些记录',
    en: 'there are students in them',
  },
  dividedClasses: {
    zh: (names: string) =>
      `多个学院有同名班级，该教职工将看到全部；只带其中一个时请写明学院：${names}`,
    en: (names: string) =>
      `Several colleges have classes of one name, and all are given; to give one, name its college: ${names}`,
  },
  unknownClasses: {
    zh: (names: string) => `没有这些班级：${names}；请核对名称，或稍后导入学生`,
    en: (names: string) =>
      `There are no such classes: ${names}. Look for a slip, or import the students later`,
  },
  closedAtDesk: {
    zh: '账号已停用，请在账号页恢复',
    en: 'The office has closed this account. Open it again on its page',
  },
  staffAtWork: {
    zh: '已有教职工登录使用',
    en: 'one of them has signed in already',
  },
} as const
