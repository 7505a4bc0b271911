import { arrivalTexts } from './arrivals.ts'
import { scannerTexts } from './checkin-scanner.ts'
import { exportTexts } from './exports.ts'
import { studentFields } from './fields/student.ts'
import { formTitles } from './form-titles.ts'
import { officeSectionTexts } from './office-sections.ts'

/** The stations of the arrival as the office sees them. */
export const stationFiguresTexts = {
  title: officeSectionTexts.stations,
  about: {
    zh: '除宿舍报到以外的迎新站点。站点、先后顺序和扫码人员在“内容与目录”的“迎新站点”中设置。',
    en: 'The stations besides the dormitory. Their order and staff are set under Pages and lists, Stations.',
  },
  edit: { zh: '设置站点', en: 'Set up stations' },
  failed: { zh: '站点情况加载失败', en: 'The stations could not be loaded' },
  none: { zh: '还没有站点', en: 'No stations yet' },
  station: { zh: '站点', en: 'Station' },
  visited: { zh: '已登记人数', en: 'Recorded' },
  expected: arrivalTexts.expected,
  unverified: { zh: '凭号码登记', en: 'Without a pass' },
  outOfOrder: { zh: '前面的站点未登记', en: 'Earlier station missing' },
  records: formTitles.station,
  number: arrivalTexts.number,
  examNumber: studentFields.examNumber,
  name: studentFields.name,
  className: studentFields.className,
  scannedAt: scannerTexts.slipAt,
  by: exportTexts.confirmedBy,
  verified: exportTexts.verified,
  yesNo: { zh: { yes: '是', no: '否' }, en: { yes: 'Yes', no: 'No' } },
  removedAt: { zh: '撤销时间', en: 'Taken back at' },
  removedReason: scannerTexts.removeReason,
} as const
