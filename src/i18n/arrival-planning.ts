import { arrivalTexts } from './arrivals.ts'
import { exportTexts } from './exports.ts'
import { officeDayTexts } from './office-day.ts'
import { travelTexts } from './travel.ts'

/** The planning of arrivals by the travel forms. */
export const arrivalPlanningTexts = {
  title: { zh: '接站安排', en: 'Arrivals planned' },
  about: {
    zh: '按学生填写的到校信息统计，学生可以随时修改。',
    en: 'Counted from the travel forms, which students can change at any time.',
  },
  back: { zh: '返回迎新现场', en: 'Back to the arrival day' },
  days: { zh: '各日预报人数', en: 'Announced by day' },
  day: officeDayTexts.day,
  chooseDay: {
    zh: (day: string) => `查看 ${day}`,
    en: (day: string) => `Show ${day}`,
  },
  students: exportTexts.students,
  companions: travelTexts.companions,
  people: exportTexts.people,
  byHour: { zh: '每小时预报到校人数', en: 'Announced by hour' },
  hour: arrivalTexts.hour,
  anyHour: { zh: '全部时段', en: 'Any hour' },
  mode: travelTexts.mode,
  anyMode: { zh: '全部方式', en: 'Any means' },
  stop: { zh: '接站地点', en: 'Stop' },
  city: travelTexts.startCity,
  arrived: arrivalTexts.arrived,
  seats: { zh: '每辆车座位数', en: 'Seats of a bus' },
  seatsWrong: { zh: '请填写 1 到 200 的整数', en: 'A whole number from 1 to 200' },
  buses: { zh: '需要车辆', en: 'Buses needed' },
  busTable: { zh: '按时段和出行方式', en: 'By hour and means of travel' },
  busesInAll: {
    zh: (buses: number, seats: number) =>
      `每个时段、每个地点分别派车，按每辆 ${seats} 座计算，这一天共需 ${buses} 车次。自驾不派车。`,
    en: (buses: number, seats: number) =>
      `A bus for each hour and stop: ${buses} trips on this day with ${seats} seats each. None for own cars.`,
  },
  cities: { zh: '按出发城市', en: 'By start city' },
  list: { zh: '接站名单', en: 'List for drivers and stations' },
  name: arrivalTexts.name,
  number: arrivalTexts.number,
  phone: arrivalTexts.phone,
  department: arrivalTexts.department,
  remark: travelTexts.remark,
  time: travelTexts.arrivalTime,
  phonesInFile: {
    zh: '导出的文件含电话和备注，导出会记入操作日志；页面可直接打印。',
    en: 'The file has phone numbers and remarks, and stands in the log. The page can be printed.',
  },
  changes: { zh: '变更', en: 'What has changed' },
  since: { zh: '从何时起', en: 'Since' },
  changedAt: { zh: '变更时间', en: 'Changed at' },
  before: { zh: '原预报', en: 'Before' },
  now: { zh: '现预报', en: 'Now' },
  newTrip: { zh: '新填写', en: 'New' },
  noChanges: { zh: '没有变更', en: 'Nothing has changed' },
  nobody: { zh: '这一天没有学生预报到校', en: 'Nobody announces this day' },
} as const
