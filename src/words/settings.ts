import { frameWords } from './frame.ts'
import { homeWords } from './home.ts'
import { placeWords } from './places.ts'

/** The "me" page: language, look, binding, version (D-112). */
export const settingsWords = {
  title: frameWords.meTab,
  look: { zh: '显示', en: 'Display' },
  language: { zh: '语言', en: 'Language' },
  theme: { zh: '外观', en: 'Theme' },
  auto: { zh: '跟随系统', en: 'As the phone' },
  light: { zh: '浅色', en: 'Light' },
  dark: { zh: '深色', en: 'Dark' },
  textSize: { zh: '字号', en: 'Text size' },
  normal: { zh: '标准', en: 'Normal' },
  large: { zh: '大字', en: 'Large' },
  phone: { zh: '这部手机', en: 'This phone' },
  outbox: frameWords.outboxTab,
  outboxEmpty: { zh: '没有', en: 'None' },
  outboxCount: { zh: (n: number) => `${n} 份`, en: (n: number) => String(n) },
  offline: { zh: '离线打开', en: 'Opens offline' },
  keeping: { zh: '长期保存', en: 'Kept for good' },
  kept: { zh: '已保证', en: 'Promised' },
  keptText: {
    zh: '空间不足时，手机也不会清除这里的内容',
    en: 'Kept even when the phone is short of space',
  },
  notKept: { zh: '未保证', en: 'Not promised' },
  notKeptText: {
    zh: '空间不足时，浏览器可能清除还没提交的内容，请尽早提交',
    en: 'When space is short the browser may clear what is not sent yet: send it soon',
  },
  keptUnknown: {
    zh: '这个浏览器不作保证，请尽早提交',
    en: 'This browser makes no promise: send soon',
  },
  scarce: { zh: '手机剩余空间很少，请清理空间', en: 'The phone is nearly full: free some space' },
  scarceShort: { zh: '空间不足', en: 'Short of space' },
  version: { zh: '版本', en: 'Version' },
  identity: { zh: '身份', en: 'Identity' },
  profile: { zh: '个人资料', en: 'Profile' },
  allApps: homeWords.allApps,
  privacy: { zh: placeWords.names.zh.privacy, en: placeWords.names.en.privacy },
} as const
