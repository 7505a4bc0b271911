import { checkinServerTexts } from './checkin-server.ts'

/** The university's replies to a scan at a station. */
export const stationServerTexts = {
  confirmed: checkinServerTexts.confirmed,
  already: checkinServerTexts.confirmedAlready,
  notYours: {
    zh: '您不负责这个站点，或站点已停用，请联系迎新负责人',
    en: 'You are not assigned to this station, or it is closed. Ask the orientation office',
  },
  notExpected: {
    zh: '该学生不是本年新生，不能登记',
    en: 'This is not a new student of this year',
  },
  earlierFirst: {
    zh: (names: readonly string[]) => `请先完成：${names.join('、')}`,
    en: (names: readonly string[]) => `Comes first: ${names.join(', ')}`,
  },
  dormitory: { zh: '宿舍报到', en: 'Arrival at the dormitory' },
  reserved: {
    zh: '“宿舍报到”专指宿舍的报到登记，请换一个名称',
    en: '“宿舍报到” is the arrival at the dormitory. Choose another name',
  },
  unknownStation: {
    zh: (name: string) => `没有名为“${name}”的站点`,
    en: (name: string) => `There is no station “${name}”`,
  },
  circle: {
    zh: '站点的先后顺序互相循环，请检查“在此之前”',
    en: 'The order of the stations runs in a circle. Check “Comes after”',
  },
  unknownStaff: {
    zh: (number: string) => `没有工号为“${number}”的在职账号`,
    en: (number: string) => `There is no open account with the work number “${number}”`,
  },
  isNeeded: {
    zh: (name: string) => `“${name}”排在它之后，请先修改该站点`,
    en: (name: string) => `“${name}” comes after it. Change that station first`,
  },
} as const
