import { actionResultTexts } from './action-results.ts'
import { appShellTexts } from './app-shell.ts'
import { termName } from './term-name.ts'

const DAYS = {
  zh: ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
} as const

/** The weekly timetable (TTB rows). */
export const timetableTexts = {
  title: appShellTexts.timetableTab,
  week: { zh: (week: number) => `第 ${week} 周`, en: (week: number) => `Week ${week}` },
  thisWeek: {
    zh: (week: number) => `第 ${week} 周（本周）`,
    en: (week: number) => `Week ${week} (now)`,
  },
  chooseWeek: { zh: '选择周次', en: 'Week' },
  previous: { zh: '上一周', en: 'Previous week' },
  following: { zh: '下一周', en: 'Next week' },
  caption: {
    zh: (term: string, week: number) => `${term} 第 ${week} 周课表`,
    en: (term: string, week: number) => `${termName(term, 'en')}, week ${week}`,
  },
  // A period that the day does not have has no times.
  period: {
    zh: (period: number, starts: string, ends: string) =>
      `第 ${period} 节${starts && `，${starts} 至 ${ends}`}`,
    en: (period: number, starts: string, ends: string) =>
      `Period ${period}${starts && `, ${starts} to ${ends}`}`,
  },
  periods: { zh: '节次', en: 'Period' },
  days: {
    zh: ['一', '二', '三', '四', '五', '六', '日'],
    en: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
  },
  longDays: DAYS,
  today: { zh: '今天', en: 'today' },
  when: { zh: '上课时间', en: 'When' },
  periodsOf: {
    zh: (first: number, last: number, starts: string, ends: string) =>
      `第 ${first === last ? first : `${first}–${last}`} 节${starts && ` · ${starts}–${ends}`}`,
    en: (first: number, last: number, starts: string, ends: string) =>
      `${first === last ? `Period ${first}` : `Periods ${first}–${last}`}${starts && ` · ${starts}–${ends}`}`,
  },
  room: { zh: '教室', en: 'Room' },
  teacher: { zh: '任课教师', en: 'Teacher' },
  weeksHeld: { zh: '周次', en: 'Weeks' },
  oddWeeksOnly: { zh: '仅单周', en: 'Odd weeks only' },
  inWeeks: {
    zh: (weeks: string) => weekList(weeks, 'zh'),
    en: (weeks: string) => weekList(weeks, 'en'),
  },
  note: { zh: '备注', en: 'Remark' },
  conflict: { zh: '冲突', en: 'Clash' },
  conflictWith: { zh: '时间冲突', en: 'At the same time' },
  everyWeek: { zh: '每周', en: 'Every week' },
  notGiven: { zh: '未公布', en: 'Not given' },
  oddWeeks: { zh: '单周', en: 'odd' },
  holiday: { zh: '休', en: 'off' },
  swapped: { zh: '调', en: 'swap' },
  swappedDay: { zh: '调休', en: 'Swapped day' },
  lessonsOf: {
    zh: ({ week, day }: { week: number; day: number }) =>
      `上第 ${week} 周${DAYS.zh[day - 1] ?? ''}的课`,
    en: ({ week, day }: { week: number; day: number }) =>
      `lessons of ${DAYS.en[day - 1] ?? ''}, week ${week}`,
  },
  swappedOn: {
    zh: (day: string, lessons: string) => `${day} 调休，${lessons}`,
    en: (day: string, lessons: string) => `${day}: ${lessons}`,
  },
  noLessonsOn: {
    zh: (title: string, from: string, to: string) =>
      `${from === to ? from : `${from} – ${to}`} ${title}，停课`,
    en: (title: string, from: string, to: string) =>
      `${from === to ? from : `${from} – ${to}`}: ${title}, no lessons`,
  },
  noLessons: { zh: '这一周没有课', en: 'No lessons this week' },
  empty: { zh: '暂无课表', en: 'No timetable yet' },
  emptyText: {
    zh: '学校排课后会显示在这里',
    en: 'It appears here once the university has planned it',
  },
  newStudent: { zh: '取得学号后可查询课表', en: 'You can see it once you have a student number' },
  home: appShellTexts.home,
  problem: { zh: '课表加载失败', en: 'The timetable could not be loaded' },
  unvisited: { zh: '这一周还没有存到手机上', en: 'This week is not on the phone yet' },
  unvisitedText: {
    zh: '联网后打开一次，以后离线也能看',
    en: 'Open it once with a network and it stays readable offline',
  },
  neverText: {
    zh: '课表还没有存到手机上，联网后打开一次，以后离线也能看',
    en: 'The timetable is not on the phone yet. Open it once with a network and it stays readable offline',
  },
  retry: appShellTexts.retry,
  export: { zh: '加入手机日历', en: 'Add to the phone’s calendar' },
  exportText: {
    zh: '得到一个只属于您的地址，日历会按它自动更新，上课前15分钟、考试前1小时提醒。单双周已分好。',
    en: 'You get an address of your own. The calendar follows it by itself and reminds you 15 minutes before each lesson and an hour before each exam; odd and even weeks are told apart.',
  },
  exportGet: { zh: '获取地址', en: 'Get the address' },
  exportAddress: { zh: '日历地址', en: 'Calendar address' },
  exportSecret: {
    zh: '知道地址的人都能看到课表，请勿转发',
    en: 'Whoever has it can read your timetable: do not pass it on',
  },
  exportOpen: { zh: '在日历中打开', en: 'Open in the calendar' },
  exportCopy: { zh: '复制地址', en: 'Copy the address' },
  exportCopied: actionResultTexts.copied,
  exportMarked: { zh: '已选中，请长按复制', en: 'Marked: hold it to copy' },
  exportBrowser: {
    zh: '请复制后在手机浏览器或日历里添加',
    en: 'Copy it and add it in the phone’s browser or calendar',
  },
  exportRenew: { zh: '换一个新地址，旧地址失效', en: 'A new address; the old ones end' },
} as const

// The weeks `1-8,10` for people. Only odd or only even weeks are said as such.
function weekList(weeks: string, language: 'zh' | 'en'): string {
  const single = weeks.split(',').map(Number)
  const [first = 0] = single
  const last = single.at(-1) ?? first
  const isEverySecond = single.length > 2 && single.every((week, nth) => week === first + 2 * nth)
  const parity = first % 2 === 1 ? { zh: '单', en: 'odd' } : { zh: '双', en: 'even' }
  const range = (one: string) => one.replaceAll('-', '–')
  if (language === 'zh')
    return isEverySecond
      ? `第 ${first}–${last} 周（${parity.zh}）`
      : `第 ${weeks.split(',').map(range).join('、')} 周`
  return isEverySecond
    ? `${first}–${last}, ${parity.en} weeks`
    : weeks.split(',').map(range).join(', ')
}
