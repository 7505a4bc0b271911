import { formTitles } from './form-titles.ts'

/** The military-training uniform (UNI rows). */
export const uniformTexts = {
  title: formTitles.uniform,
  sizeRequired: { zh: '请选择服装尺码', en: 'Choose a size for every garment' },
  colourRequired: { zh: '请选择颜色', en: 'Choose a colour' },
  outOfStock: { zh: '所选尺码缺货，请改选', en: 'This size is out of stock, choose another' },
  received: {
    zh: '服装已领取，不能修改',
    en: 'The uniform has been handed out and cannot be changed',
  },
  colour: { zh: '颜色', en: 'Colour' },
  remark: { zh: '备注', en: 'Remark' },
  remarkHint: {
    zh: '选填，例如特殊尺码需求',
    en: 'Optional, such as a size that is not on the list',
  },
  sizes: { zh: '尺码', en: 'Sizes' },
  help: { zh: '尺码帮助', en: 'Size help' },
  helpOf: {
    zh: (garment: string) => `尺码帮助：${garment}`,
    en: (garment: string) => `Size help: ${garment}`,
  },
  change: { zh: '修改', en: 'Edit' },
  done: { zh: '完成', en: 'Done' },
  chosen: { zh: '您选择的服装', en: 'What you chose' },
  handedOut: { zh: '已领取', en: 'Handed out' },
  empty: { zh: '学校还没有公布服装', en: 'The university has not published the garments yet' },
  emptyText: { zh: '请稍后再来看看', en: 'Please come back later' },
  loadFailed: { zh: '军训服装加载失败', en: 'The uniform could not be loaded' },
  neverRead: {
    zh: '这部手机还没有读过服装和尺码，请联网后再打开一次。',
    en: 'This phone has not read the garments and sizes yet. Open this once with a network.',
  },
} as const
