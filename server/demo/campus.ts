/** The majors of the demo campus with their departments. */
export const DEMO_MAJORS = [
  { name: '计算机科学与技术', code: '080901', department: '信息学院' },
  { name: '土木工程', code: '081001', department: '建筑工程学院' },
  { name: '汉语言文学', code: '050101', department: '文学院' },
  { name: '临床医学', code: '100201', department: '医学院' },
  { name: '国际经济与贸易', code: '020401', department: '国际学院' },
] as const

/** The home cities of the generated students. */
export const DEMO_CITIES = [
  '广东省,东莞市',
  '湖南省,长沙市,岳麓区',
  '四川省,成都市,武侯区',
  '山东省,青岛市,市南区',
  '河南省,郑州市,金水区',
] as const

/** The terms around a year: two per year, autumn first, 20 weeks each. */
export function listTermsAround(
  year: number,
): { label: string; first_monday: string; weeks: number }[] {
  return [year - 3, year - 2, year - 1, year].flatMap((from) => [
    {
      label: `${from}-${from + 1}学年第一学期`,
      first_monday: mondayFrom(`${from}-09-01`),
      weeks: 20,
    },
    {
      label: `${from}-${from + 1}学年第二学期`,
      first_monday: mondayFrom(`${from + 1}-02-20`),
      weeks: 20,
    },
  ])
}

function mondayFrom(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7))
  return date.toISOString().slice(0, 10)
}

type Plan = readonly [
  day: number,
  period: number,
  periods: number,
  course: string,
  room: string,
  teacher: string,
  oddWeeksOnly?: true,
]

// A full week: lessons of one, two and three periods, some in odd weeks only, with free periods.
const WEEK: readonly Plan[] = [
  [1, 1, 2, '高等数学', '明德楼101', '张伟'],
  [1, 3, 2, '大学英语', '外语楼305', '王芳'],
  [1, 6, 2, '数据结构', '信息楼210', '李强'],
  [2, 1, 2, '大学物理', '理科楼202', '赵敏'],
  [2, 3, 2, '形势与政策', '明德楼报告厅', '孙丽', true],
  [2, 6, 3, '程序设计实验', '信息楼机房3', '李强'],
  [3, 1, 2, '高等数学', '明德楼101', '张伟'],
  [3, 3, 1, '班会', '明德楼103', '周静', true],
  [3, 6, 2, '体育', '东操场', '钱勇'],
  [3, 9, 1, '音乐鉴赏', '艺术楼108', '冯雪'],
  [4, 1, 3, '大学物理实验', '理科楼实验室5', '赵敏', true],
  [4, 4, 2, '大学英语', '外语楼305', '王芳'],
  [4, 7, 2, '离散数学', '信息楼212', '孙建国'],
  [5, 1, 2, '数据结构', '信息楼210', '李强'],
  [5, 3, 2, '思想道德与法治', '明德楼201', '孙丽'],
  [5, 6, 1, '心理健康', '明德楼105', '何洁'],
  [6, 3, 2, '职业规划', '就业中心', '许峰', true],
]

/** The lessons of a class in a term. */
export const generateLessons = (className: string, term: string) =>
  WEEK.map(([day, period, periods, course, room, teacher, odd = false]) => ({
    class_name: className,
    term,
    day,
    period,
    periods,
    course,
    room,
    teacher,
    odd_weeks_only: odd,
  }))
