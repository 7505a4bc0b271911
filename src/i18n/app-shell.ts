import { cachedReadTexts } from './cached-reads.ts'
import { commonTexts } from './common.ts'

/**
 * The frame of every page: skip link, network banner, tabs, updates, unknown addresses (D-16,
 * D-108).
 */
export const appShellTexts = {
  back: { zh: '返回', en: 'Back' },
  home: { zh: '返回首页', en: 'Go home' },
  close: { zh: '关闭', en: 'Close' },
  retry: { zh: '重试', en: 'Try again' },
  again: { zh: '重新连接', en: 'Reconnect' },
  asking: { zh: '正在连接', en: 'Connecting' },
  skip: { zh: '跳到正文', en: 'Skip to the content' },
  tabs: { zh: '主导航', en: 'Main places' },
  homeTab: { zh: '首页', en: 'Home' },
  timetableTab: { zh: '课表', en: 'Timetable' },
  outboxTab: { zh: '待提交', en: 'To be sent' },
  meTab: { zh: '我的', en: 'Me' },
  unsent: { zh: (count: number) => `，${count} 份`, en: (count: number) => `, ${count}` },
  unread: { zh: '，暂时无法读取', en: ', cannot be read right now' },
  offline: cachedReadTexts.offline,
  offlineStudent: {
    zh: '已存的内容可查看，表单可填写',
    en: 'what is kept can be read, forms can be filled in',
  },
  offlineStaff: { zh: '已存的内容可查看', en: 'what is kept can be read' },
  offlineUnbound: { zh: '联网后可绑定身份', en: 'connect to bind your identity' },
  weak: cachedReadTexts.weak,
  weakText: {
    zh: '先显示已存的内容，新内容到达后更新',
    en: 'showing what is kept until the newest arrives',
  },
  updateTitle: { zh: '有新版本', en: 'A new version is here' },
  updateText: {
    zh: '更新不会影响待提交的内容',
    en: 'Updating leaves what waits to be sent untouched',
  },
  updateNow: { zh: '更新', en: 'Update' },
  updateLater: { zh: '稍后', en: 'Later' },
  notFoundTitle: { zh: '没有找到页面', en: 'Page not found' },
  notFoundText: {
    zh: '这个地址不存在，或已经改动',
    en: 'This address does not exist or has changed',
  },
  errorTitle: { zh: '页面出错了', en: 'This page has failed' },
  errorText: {
    zh: '系统内部错误，已填写和待提交的内容仍保存在这部手机上',
    en: 'Internal system error. What you typed and what waits to be sent is still on this phone',
  },
  missingText: { zh: '这个页面需要联网打开', en: 'This page opens once you are connected' },
  loading: commonTexts.loading,
} as const
