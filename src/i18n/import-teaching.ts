/** The import of terms, lessons, grades and course evaluations. */
export const teachingImportTexts = {
  terms: { zh: '学期设置', en: 'Terms' },
  termsAbout: {
    zh: '每个学期一行：第一周的周一与周数',
    en: 'One row a term: the Monday of its first week and how many weeks it has',
  },
  notMonday: { zh: '第一周应从周一开始', en: 'The first week must begin on a Monday' },
  overlaps: {
    zh: (label: string) => `与“${label}”的日期重叠`,
    en: (label: string) => `This overlaps with ${label}`,
  },
  overlapsLine: {
    zh: (label: string, line: number) => `与第${line}行“${label}”的日期重叠`,
    en: (label: string, line: number) => `This overlaps with ${label} in line ${line}`,
  },
  termUsed: {
    zh: '其中的学期已有课表、成绩或评教课程',
    en: 'one of these terms has lessons, grades or courses to evaluate already',
  },
  lessons: { zh: '课程安排', en: 'Lessons' },
  lessonsAbout: {
    zh: '每个班级或教学班的每次课一行；节次写 3-4 或 3，周次写每周、单周、双周或 1-16周。先导入学生、学期和教学班名单',
    en: 'One row a lesson of a class or of a teaching class. Periods are 3-4 or 3; weeks are 每周 (every week), 单周 (odd weeks), 双周 (even weeks) or 1-16周. Students, terms and the members of teaching classes come first',
  },
  noGroup: { zh: '班级和教学班至少填写一项', en: 'Give the class or the teaching class' },
  noMembers: {
    zh: '该教学班还没有名单，导入名单前学生看不到这门课',
    en: 'This teaching class has no members yet, so no student sees the lesson',
  },
  notMember: {
    zh: (name: string) => `“${name}”不在该教学班的名单中`,
    en: (name: string) => `${name} is not among the members of the teaching class`,
  },
  teachingClasses: { zh: '教学班名单', en: 'Members of teaching classes' },
  teachingClassesAbout: {
    zh: '每行一个成员：填学号或考生号为该学生，只填班级为全班学生；两种可以并用。先导入学生和学期',
    en: 'One row a member: with a student number this student, with a class alone all its students; both can be used. Students and terms come first',
  },
  noMember: { zh: '班级和学号至少填写一项', en: 'Give the class or the student number' },
  periodsShape: {
    zh: '应为连续的节次，例如 3-4',
    en: 'These must be consecutive periods, such as 3-4',
  },
  periodsWrong: {
    zh: (most: number) => `应为1到${most}之间的节次，例如 3-4`,
    en: (most: number) => `These must be periods from 1 to ${most}, such as 3-4`,
  },
  weeksAbout: {
    zh: '例如 每周、单周、双周、1-16周、5-17周(单)、3,5,7周；单周课与双周课可以在同一时间',
    en: 'Such as 每周 (every week), 单周 (odd), 双周 (even), 1-16周, 5-17周(单), 3,5,7周; a course of odd and one of even weeks may share a time',
  },
  weeksWrong: {
    zh: (most: number) => `应为1到${most}之间的周次，例如 1-16周、5-17周(单)，或每周、单周、双周`,
    en: (most: number) =>
      `These must be weeks from 1 to ${most}, such as 1-16周 or 5-17周(单), or 每周, 单周, 双周`,
  },
  lessonOfLine: {
    zh: (line: number) => `与第${line}行是同一班级、同一时间、同一周的课`,
    en: (line: number) =>
      `Line ${line} has a lesson of the same class at the same time in the same weeks`,
  },
  memberLessonOfLine: {
    zh: (line: number) => `与第${line}行同一时间、同一周，而该班级属于该教学班`,
    en: (line: number) =>
      `Line ${line} has a lesson at the same time in the same weeks, and the class belongs to the teaching class`,
  },
  memberLessonOverlaps: {
    zh: (course: string, group: string) =>
      `与“${group}”同一时间的“${course}”重叠，而该班级属于该教学班`,
    en: (course: string, group: string) =>
      `${group} has ${course} at that time, and the class belongs to the teaching class`,
  },
  lessonOverlaps: {
    zh: (course: string) => `与该班级同一时间的“${course}”重叠`,
    en: (course: string) => `The class has ${course} at that time`,
  },
  days: { zh: '校历', en: 'School calendar' },
  daysAbout: {
    zh: '每个事项一行；放假的日子不上课；调休的日子写明按哪天上课。写第几周的，先导入学期',
    en: 'One row an event. On a holiday no lessons are held; a day can have the lessons of another day. Terms come first if a week is named',
  },
  followsAbout: {
    zh: '调休时填写，例如 2026-10-09 或 第6周周五；当天改上那一天的课',
    en: 'For a day with the lessons of another day, such as 2026-10-09 or week 6 Friday',
  },
  lastBeforeFirst: {
    zh: '结束日期不能早于开始日期',
    en: 'The last day must not be before the first',
  },
  grades: { zh: '成绩', en: 'Grades' },
  gradesAbout: {
    zh: '每个学生每门课程一行；成绩为0到100的分数，或优、良、合格等字样。先导入学生和学期',
    en: 'One row a student and course. The score is 0 to 100, or a word such as 优. Students and terms come first',
  },
  scoreWrong: {
    zh: '应为0到100的分数（最多两位小数），或优、良、合格等字样',
    en: 'This must be a score from 0 to 100 with at most two decimals, or a word such as 优',
  },
  creditWrong: {
    zh: '应为学分，例如 2 或 1.5',
    en: 'This must be a number of credits, such as 2 or 1.5',
  },
  courses: { zh: '评教课程', en: 'Courses to evaluate' },
  coursesAbout: {
    zh: '每个班级每门课程一行，由该班学生评教。先导入学生和学期',
    en: 'One row a class and course, which the students of the class evaluate. Students and terms come first',
  },
  teacherNumberAbout: {
    zh: '选填；填写后，该教师登录即可查看自己课程的评教结果',
    en: 'Optional: with it the teacher can sign in and see the results of their own courses',
  },
  questions: { zh: '评教题目', en: 'Questions of the evaluation' },
  questionsAbout: {
    zh: '每题一行，学生按1到10打分',
    en: 'One row a question, to which students give 1 to 10 points',
  },
} as const
