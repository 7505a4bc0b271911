import { HOME_APP_GROUP } from '#contract/home'
import type { Db } from '../../platform/database/db.ts'
import type { AppTileRow } from '../../platform/database/schema/schema.ts'

const STATUS_GROUP = '状态'

type Entry = Partial<Omit<AppTileRow, 'position'>> & Pick<AppTileRow, 'title' | 'address' | 'icon'>

// The entries in the order of the screen. An entry with an empty address has no page in this app:
// the school has to set an external address, and until then the app says so (D-27).
const STATUS: Entry[] = [
  { title: '网上迎新', address: '/welcome', icon: 'map-pin-check' },
  { title: '我的报到码', address: '/qrcode', icon: 'qr-code' },
  { title: '我的宿舍', address: '/myDormitory', icon: 'bed-double' },
  { title: '通知公告', address: '/Notice', icon: 'bell', menu: '0' },
]
const COMMON: Entry[] = [
  { title: '成绩', address: '/searchscore', icon: 'graduation-cap' },
  { title: '课表', address: '/searchcourse', icon: 'calendar-days' },
  { title: '校历', address: '/schoolcalendar', icon: 'calendar-range', menu: '0' },
  { title: '网上缴费', address: '/recharge', icon: 'wallet-cards' },
  { title: '军训服装', address: '/militaryTrainingClothing', icon: 'shirt' },
  { title: '生活用品', address: '/livinguse', icon: 'shopping-basket' },
  { title: '评教', address: '/evaluation', icon: 'star' },
  {
    title: '转专业',
    address: '/applicationProfessionalTransfer',
    icon: 'shuffle',
    new_undergraduates_only: true,
  },
  { title: '照片采集', address: '/uploadPic', icon: 'camera' },
  { title: '个人资料', address: '/editinfo', icon: 'user-round-pen' },
  { title: '投诉建议', address: '/advice', icon: 'message-square-text' },
  { title: '在线客服', address: '/service', icon: 'headset' },
  { title: '缴费信息', address: '/checkin', icon: 'receipt-text' },
  { title: '报到单', address: '/report', icon: 'file-text' },
  { title: '入学须知', address: '/schoolKnow', icon: 'book-open', menu: '0' },
  { title: '收费标准', address: '/feeMenu', icon: 'coins', menu: '0' },
  { title: '全部应用', address: '/more', icon: 'layout-grid', menu: '0' },
]
const STAFF: Entry[] = [
  {
    title: '扫码报到',
    address: '/scanCodes',
    icon: 'scan-line',
    menu: '2',
    post: 'dorm-supervisor',
  },
  {
    title: '减免审核',
    address: '/checkReduce',
    icon: 'clipboard-check',
    menu: '2',
    post: 'review-teacher',
  },
  { title: '贷款审核', address: '/checkloan', icon: 'landmark', menu: '2', post: 'review-teacher' },
  { title: '评教结果', address: '/evaluation', icon: 'star', menu: '2' },
  { title: '个人资料', address: '/editinfo', icon: 'user-round-pen', menu: '2' },
  { title: '投诉建议', address: '/advice', icon: 'message-square-text', menu: '2' },
]
const ALL: Entry[] = [
  { title: '成绩', address: '/searchscore', icon: 'graduation-cap' },
  { title: '网上缴费', address: '/recharge', icon: 'wallet-cards' },
  { title: '缓交', address: '/delay', icon: 'hourglass' },
  { title: '减免', address: '/reduce', icon: 'badge-percent' },
  { title: '贷款', address: '/loan', icon: 'landmark' },
  { title: '课表', address: '/searchcourse', icon: 'calendar-days' },
  { title: '学籍', address: '', icon: 'id-card' },
  { title: '家庭信息', address: '/personalinformation', icon: 'users' },
  { title: '校历', address: '/schoolcalendar', icon: 'calendar-range' },
  { title: '缴费信息', address: '/checkin', icon: 'receipt-text' },
  { title: '投诉建议', address: '/advice', icon: 'message-square-text' },
  { title: '学院简介', address: '', icon: 'school' },
  { title: '全景校园', address: '', icon: 'panorama' },
  { title: '院系介绍', address: '', icon: 'building-2' },
]

const row = (entry: Entry, place: Partial<Omit<AppTileRow, 'position'>>) => ({
  menu: '1',
  label: HOME_APP_GROUP,
  show: '1',
  on_home: false,
  in_all: false,
  post: null,
  new_undergraduates_only: false,
  starts_at: null,
  ...place,
  ...entry,
})

/**
 * Inserts the default tiles of the home page and of the list of all applications into a new
 * database; a school can change them.
 */
export async function insertDefaultEntries(db: Db): Promise<void> {
  if ((await db.selectFrom('application').select('id').executeTakeFirst()) !== undefined) return
  const rows = [
    ...STATUS.map((entry) => row(entry, { label: STATUS_GROUP, on_home: true })),
    ...COMMON.map((entry) => row(entry, { on_home: true })),
    ...STAFF.map((entry) => row(entry, { on_home: true })),
    ...ALL.map((entry) => row(entry, { menu: '0', in_all: true })),
  ]
  const numbered = rows.map((one, index) => ({ ...one, id: index + 1 }))
  await db
    .insertInto('application')
    .values(numbered)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
