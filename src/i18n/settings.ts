import { appShellTexts } from './app-shell.ts'
import { homeTexts } from './home.ts'
import { pageNameTexts } from './page-names.ts'

/** The languages of the app, each named in its own language. */
export const languageOptions = [
  { value: 'zh', label: '中文', lang: 'zh-CN' },
  { value: 'en', label: 'English', lang: 'en' },
] as const

/** The "me" page: language, appearance, binding, version (D-112). */
export const settingsTexts = {
  title: appShellTexts.meTab,
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
  outbox: appShellTexts.outboxTab,
  outboxEmpty: { zh: '没有', en: 'None' },
  outboxCount: { zh: (n: number) => `${n} 份`, en: (n: number) => String(n) },
  offline: { zh: '离线打开', en: 'Works offline' },
  keeping: { zh: '离线内容', en: 'Offline content' },
  kept: { zh: '长期保留', en: 'Protected' },
  keptText: {
    zh: '手机空间不足时，也不会清理已保存的内容',
    en: 'Stays on the phone even when space runs low',
  },
  notKept: { zh: '可能被清理', en: 'May be cleared' },
  notKeptText: {
    zh: '手机空间不足时，浏览器可能清理尚未提交的内容，请尽早提交',
    en: 'When space runs low, the browser may clear what has not been sent. Send it soon',
  },
  keptUnknown: {
    zh: '此浏览器可能清理尚未提交的内容，请尽早提交',
    en: 'This browser may clear what has not been sent. Send it soon',
  },
  scarce: { zh: '手机剩余空间很少，请清理空间', en: 'The phone is nearly full: free some space' },
  scarceShort: { zh: '空间不足', en: 'Short of space' },
  version: { zh: '版本', en: 'Version' },
  identity: { zh: '身份', en: 'Identity' },
  profile: { zh: '个人资料', en: 'Profile' },
  allApps: homeTexts.allApps,
  privacy: { zh: pageNameTexts.names.zh.privacy, en: pageNameTexts.names.en.privacy },
} as const
