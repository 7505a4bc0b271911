import { appShellTexts } from './app-shell.ts'
import { courseFields } from './fields/course.ts'

/** Grades (GRD rows; wording D-12). */
export const gradesTexts = {
  title: { zh: '成绩查询', en: 'Grades' },
  none: { zh: '当前没有可查询的成绩', en: 'There are no grades to see now' },
  neverRead: {
    zh: '这个学期的成绩还没有存到手机上，联网后打开一次，以后离线也能看',
    en: 'The grades of this term are not on the phone yet. Open them once with a network and they stay readable offline',
  },
  failed: { zh: '查询失败', en: 'The grades could not be loaded' },
  askAdministrator: { zh: '请联系管理员', en: 'Contact the administrator' },
  noTerm: { zh: '没有可查询的学期', en: 'No term can be looked up' },
  noTerms: courseFields.noTerms,
  notCurrent: {
    zh: '抱歉，您不是在校生，无法查询成绩',
    en: 'Sorry, you are not a current student, so grades cannot be looked up',
  },
  home: appShellTexts.home,
  term: courseFields.term,
  course: courseFields.course,
  score: { zh: '成绩', en: 'Score' },
  credit: { zh: '学分', en: 'Credits' },
  failing: { zh: '不及格', en: 'Failed' },
  notPassed: { zh: '未通过', en: 'Not passed' },
  download: { zh: '下载成绩', en: 'Download the grades' },
  downloadFailed: { zh: '下载失败，请稍后再试', en: 'The download failed, try again later' },
  passed: {
    zh: (passed: number, all: number) => `${all}门课程，${passed}门及格`,
    en: (passed: number, all: number) => `${all} courses, ${passed} passed`,
  },
  unscored: {
    zh: (words: readonly string[]) => `平均分不含等级制成绩：${words.join('、')}`,
    en: (words: readonly string[]) =>
      `The average leaves out grades without points: ${words.join(', ')}`,
  },
  average: {
    zh: (points: string) => `平均 ${points} 分`,
    en: (points: string) => `average ${points}`,
  },
  trend: { zh: '各学期平均分', en: 'Average of each term' },
  trendText: {
    zh: (list: string) => `各学期平均分：${list}`,
    en: (list: string) => `Average of each term: ${list}`,
  },
} as const
