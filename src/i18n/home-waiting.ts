/** Unsent forms on this phone, on the home page (HOME rows). */
export const homeWaitingTexts = {
  waiting: { zh: (n: number) => `${n} 份待提交`, en: (n: number) => `${n} to be sent` },
  needYou: { zh: (n: number) => `${n} 份需要处理`, en: (n: number) => `${n} need you` },
  storeGone: { zh: '本机内容被清理', en: 'Cleared by the browser' },
  storeGoneText: { zh: '查看未提交的内容', en: 'See what was not sent' },
  unread: { zh: '暂时无法读取', en: 'Cannot be read' },
  unreadText: { zh: '本机待提交的内容', en: 'What waits on this phone' },
  arrived: {
    zh: (n: number) => `学校已收到 ${n} 份`,
    en: (n: number) => `${n} received by the university`,
  },
  arrivedText: {
    zh: '后台提交成功，轻点看回执',
    en: 'Sent in the background; tap for the receipts',
  },
  savedHere: {
    zh: (form: string) => `${form}已保存在本机`,
    en: (form: string) => `${form}: saved on this phone`,
  },
  needYouText: { zh: '请查看并修改', en: 'Look at it and change it' },
} as const
