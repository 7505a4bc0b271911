import { appShellTexts } from './app-shell.ts'
import { commonTexts } from './common.ts'
import { courseFields } from './fields/course.ts'
import { studentFields } from './fields/student.ts'
import { formTexts } from './form.ts'

/** The evaluation of teaching (EVA rows; D-89). */
export const evaluationTexts = {
  title: { zh: '教学评价', en: 'Teaching evaluation' },
  again: { zh: '重新评教', en: 'Evaluate again' },
  go: { zh: '去评教', en: 'Evaluate' },
  notYet: { zh: '未评教', en: 'Not evaluated' },
  tenPoints: { zh: '请打1到10分', en: 'Give 1 to 10 points' },
  noPeriod: { zh: '本学期评教尚未开放', en: 'The evaluation of this term is not open yet' },
  soon: {
    zh: (opens: string, closes: string) => `评教尚未开放，开放时间为${opens}至${closes}`,
    en: (opens: string, closes: string) =>
      `The evaluation is not open yet. It is open from ${opens} to ${closes}, China time`,
  },
  open: {
    zh: (closes: string) => `评教正在进行，${closes}截止`,
    en: (closes: string) => `The evaluation is open until ${closes}, China time`,
  },
  closed: {
    zh: (closes: string) => `评教已于${closes}结束`,
    en: (closes: string) => `The evaluation closed on ${closes}, China time`,
  },
  evaluated: { zh: '已评教', en: 'Evaluated' },
  term: courseFields.term,
  close: appShellTexts.close,
  none: { zh: '本学期没有需要评教的课程', en: 'No course to evaluate in this term' },
  noneText: { zh: '可以切换学期查看', en: 'Choose another term to look at it' },
  noTerms: courseFields.noTerms,
  failed: { zh: '评教信息加载失败', en: 'The evaluations could not be loaded' },
  retry: appShellTexts.retry,
  home: appShellTexts.home,
  about: {
    zh: (teacher: string, name: string) => `${teacher} · ${name}`,
    en: (teacher: string, name: string) => `${teacher} · ${name}`,
  },
  points: { zh: (score: string) => `${score} 分`, en: (score: string) => `${score} points` },
  result: { zh: '评教结果', en: 'Result' },
  score: { zh: '平均分', en: 'Average' },
  teacher: { zh: '教师', en: 'Teacher' },
  className: studentFields.className,
  course: courseFields.course,
  question: {
    zh: (n: number, text: string) => `${n}. ${text}`,
    en: (n: number, text: string) => `${n}. ${text}`,
  },
  required: commonTexts.required,
  unanswered: {
    zh: (n: number) => `还有 ${n} 题没有打分`,
    en: (n: number) => `${n} questions have no points yet`,
  },
  submit: formTexts.submit,
  submitting: formTexts.sending,
  saved: { zh: '评教已提交', en: 'The evaluation has been sent' },
  one: { zh: '1 分：非常不满意', en: '1: not at all satisfied' },
  ten: { zh: '10 分：非常满意', en: '10: very satisfied' },
} as const
