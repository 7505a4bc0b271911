import { scannerTexts } from './checkin-scanner.ts'
import { commonTexts } from './common.ts'
import { dormTexts } from './dorm.ts'
import { studentFields } from './fields/student.ts'
import { homeTexts } from './home.ts'
import { officeSectionTexts } from './office-sections.ts'
import { officeTexts } from './office.ts'

/** The arrival day: counts of arrived students. */
export const arrivalTexts = {
  title: officeSectionTexts.arrivals,
  wall: { zh: '大屏', en: 'Wall' },
  leaveWall: { zh: '退出大屏', en: 'Leave the wall' },
  trend: { zh: '每小时到校', en: 'Arrivals by hour' },
  trendAnnounced: { zh: '空心为学生预报', en: 'hollow: announced by students' },
  wallPage: {
    zh: (page: number, pages: number) => `第 ${page} / ${pages} 页`,
    en: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  fullScreen: { zh: '全屏显示', en: 'Full screen' },
  everywhere: homeTexts.all,
  cohort: { zh: '学生范围', en: 'Students' },
  newStudents: { zh: '今年新生', en: 'New this year' },
  allStudents: { zh: '全部学生', en: 'All students' },
  department: studentFields.department,
  building: { zh: '楼栋', en: 'Building' },
  room: { zh: '房间', en: 'Room' },
  bed: dormTexts.bed,
  name: studentFields.name,
  number: { zh: '学号或考生号', en: 'Number' },
  phone: studentFields.contactPhone,
  keyAt: { zh: '钥匙发放时间', en: 'Key given at' },
  keyBy: { zh: '钥匙发放人', en: 'Key given by' },
  floor: { zh: '楼层', en: 'Floor' },
  province: { zh: '省份', en: 'Province' },
  hour: { zh: '时段', en: 'Hour' },
  by: { zh: '统计方式', en: 'Count by' },
  expected: { zh: '应到', en: 'Expected' },
  arrived: { zh: '已到', en: 'Arrived' },
  missing: { zh: '未到', en: 'Not arrived' },
  unverified: { zh: '未扫报到码', en: 'Without a code' },
  part: { zh: '到校率', en: 'Share' },
  noBed: scannerTexts.noBed,
  unnamed: { zh: '（无）', en: '(none)' },
  onFloor: {
    zh: (building: string, floor: string) => `${building} ${floor} 层`,
    en: (building: string, floor: string) => `${building}, floor ${floor}`,
  },
  provinceAbout: {
    zh: '省份按家庭信息里的籍贯统计；没有填写的按身份证号前两位统计。',
    en: 'By the native place of the family form; where it is missing, by the ID card number.',
  },
  fresh: {
    zh: (seconds: number) => (seconds < 5 ? '刚刚更新' : `${seconds} 秒前更新`),
    en: (seconds: number) => (seconds < 5 ? 'Just now' : `${seconds} s ago`),
  },
  old: {
    zh: (minutes: number) => `网络中断，这是 ${minutes} 分钟前的数字`,
    en: (minutes: number) => `No network. These figures are ${minutes} min old`,
  },
  students: { zh: '学生名单', en: 'Students by name' },
  nobody: { zh: '没有符合条件的学生', en: 'No students match' },
  arrivedAt: { zh: '现场报到时间', en: 'Arrived at' },
  deliveredBy: {
    zh: (name: string) => `由${name}送达`,
    en: (name: string) => `brought by ${name}`,
  },
  confirmedBy: { zh: '确认人', en: 'Confirmed by' },
  showPhones: { zh: '显示电话', en: 'Show phones' },
  phonesNoted: {
    zh: '查看电话会记入操作日志。',
    en: 'A look at phones stands in the log.',
  },
  devices: { zh: '报到设备', en: 'Devices' },
  keeper: officeTexts.supervisor,
  heardAt: { zh: '最近联系', en: 'Heard of' },
  reportedAt: { zh: '最近上报', en: 'Reported' },
  never: { zh: '从未', en: 'Never' },
  scansHeld: { zh: '本机待传', en: 'Scans held' },
  refusedHeld: { zh: '被退回', en: 'Refused' },
  loading: commonTexts.loading,
} as const
