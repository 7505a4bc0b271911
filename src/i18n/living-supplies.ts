import { actionResultTexts } from './action-results.ts'
import { billFields } from './fields/bill.ts'
import { formTitles } from './form-titles.ts'

/** Living supplies (LIV rows). */
export const livingSuppliesTexts = {
  title: formTitles.living,
  saveFailed: { zh: '保存失败', en: 'Saving failed' },
  changeFailed: actionResultTexts.changeFailed,
  unknownPackage: {
    zh: '所选套餐不存在，请重新选择',
    en: 'One of these packages does not exist, choose again',
  },
  packages: { zh: '套餐', en: 'Packages' },
  mandatory: { zh: '必选', en: 'Included' },
  mandatoryTitle: { zh: '必选套餐', en: 'Included for everybody' },
  optionalTitle: { zh: '自选套餐', en: 'Choose what you want' },
  total: billFields.total,
  count: {
    zh: (n: number) => `已选 ${n} 件`,
    en: (n: number) => (n === 1 ? '1 package' : `${n} packages`),
  },
  reserve: { zh: '预订', en: 'Reserve' },
  update: { zh: '修改预订', en: 'Change the reservation' },
  reserved: { zh: '已预订', en: 'Reserved' },
  room: { zh: '送到', en: 'Delivered to' },
  empty: { zh: '学校还没有公布套餐', en: 'The university has not published the packages yet' },
  emptyText: { zh: '请稍后再来看看', en: 'Please come back later' },
  loadFailed: { zh: '生活用品加载失败', en: 'The living supplies could not be loaded' },
  neverRead: {
    zh: '这部手机还没有读过套餐，请联网后再打开一次。',
    en: 'This phone has not read the packages yet. Open this once with a network.',
  },
  summary: {
    zh: (names: string, price: string) => `${names}，${price}`,
    en: (names: string, price: string) => `${names}, ${price}`,
  },
  between: { zh: '、', en: ', ' },
} as const
