import { appShellTexts } from './app-shell.ts'
import { evaluationTexts } from './evaluation.ts'
import { courseFields } from './fields/course.ts'
import { studentFields } from './fields/student.ts'
import { greenChannelReviewTexts } from './green-channel-review.ts'
import { officeSectionTexts } from './office-sections.ts'

/** The results of the teaching evaluation, for the office and for teachers. */
export const evaluationResultsTexts = {
  title: officeSectionTexts.evaluation,
  ownTitle: { zh: '我的评教结果', en: 'My evaluation results' },
  about: {
    zh: (least: number) =>
      `评教结束后统计一次，不记录答题学生；一门课程不足${least}份答卷时，不显示也不计入任何合计。`,
    en: (least: number) =>
      `Counted once, after the evaluation has closed, without who answered. A course with fewer than ${least} answers is not shown, and is in no total.`,
  },
  term: courseFields.term,
  course: courseFields.course,
  className: studentFields.className,
  teacher: evaluationTexts.teacher,
  teacherNumber: { zh: '教师工号', en: 'Work number' },
  period: { zh: '评教时段', en: 'Evaluation period' },
  periods: { zh: '设置评教时间', en: 'Set the periods' },
  span: {
    zh: (term: string, opens: string, closes: string) => `${term}（${opens}至${closes}）`,
    en: (term: string, opens: string, closes: string) => `${term} (${opens} to ${closes})`,
  },
  by: { zh: '查看方式', en: 'By' },
  byCourse: { zh: '按课程', en: 'By course' },
  byTeacher: { zh: '按教师', en: 'By teacher' },
  find: { zh: '课程、班级、教师姓名或工号', en: 'Course, class, teacher or work number' },
  courses: { zh: '课程数', en: 'Courses' },
  counted: {
    zh: (counted: number, courses: number) => `${counted} / ${courses}`,
    en: (counted: number, courses: number) => `${counted} of ${courses}`,
  },
  countedCourses: { zh: '计入课程', en: 'Courses counted' },
  students: { zh: '学生人数', en: 'Students' },
  answers: { zh: '答卷数', en: 'Answers' },
  answered: {
    zh: (answers: number, students: number) => `${answers} / ${students}`,
    en: (answers: number, students: number) => `${answers} of ${students}`,
  },
  mean: evaluationTexts.score,
  question: { zh: '题目', en: 'Question' },
  questions: { zh: '各题得分', en: 'Points by question' },
  numbered: {
    zh: (number: number, content: string) => `${number}. ${content}`,
    en: (number: number, content: string) => `${number}. ${content}`,
  },
  distribution: { zh: '分数分布', en: 'Distribution' },
  points: {
    zh: (points: number) => `${points}分`,
    en: (points: number) => (points === 1 ? '1 point' : `${points} points`),
  },
  gave: {
    zh: (points: number, count: number) => `${points}分：${count}人`,
    en: (points: number, count: number) => `${points}: ${count}`,
  },
  together: { zh: '全部题目', en: 'All questions' },
  allCourses: { zh: '全部课程合计', en: 'All courses together' },
  tooFew: { zh: '答卷过少，不显示', en: 'Too few answers to show' },
  tooFewText: {
    zh: (least: number) => `不足${least}份答卷，为保护答题学生，不显示结果`,
    en: (least: number) =>
      `Fewer than ${least} answers: no result is shown, to protect those who answered`,
  },
  someTooFew: {
    zh: (count: number) => `另有${count}门课程答卷过少，未计入`,
    en: (count: number) =>
      count === 1
        ? 'One more course has too few answers and is not counted'
        : `${count} more courses have too few answers and are not counted`,
  },
  soon: {
    zh: (opens: string, closes: string) => `评教将于${opens}开放、${closes}截止，截止后显示结果`,
    en: (opens: string, closes: string) =>
      `It opens on ${opens} and closes on ${closes}, China time. Results are shown after that`,
  },
  open: {
    zh: (closes: string) => `评教正在进行，${closes}截止后显示结果`,
    en: (closes: string) =>
      `It is open. Results are shown after it closes on ${closes}, China time`,
  },
  noPeriods: { zh: '还没有设置评教时间', en: 'No evaluation period has been set' },
  noPeriodsText: {
    zh: '设置后，学生才能评教；截止后在这里查看结果',
    en: 'Students can evaluate once there is one. Its results are shown here after it has closed',
  },
  nothingOwn: { zh: '您名下还没有评教结果', en: 'There are no results of your courses yet' },
  nothingOwnText: {
    zh: '评教截止后，在这里查看自己课程的结果；如课程没有登记您的工号，请联系教务部门',
    en: 'Results of your own courses are shown here after the evaluation has closed. If your courses lack your work number, ask the office of teaching affairs',
  },
  choose: { zh: '选择评教时间', en: 'Choose a period' },
  back: greenChannelReviewTexts.toList,
  failed: { zh: '评教结果加载失败', en: 'The results could not be loaded' },
  home: appShellTexts.home,
} as const
