/** The personal code (D-30, HOME-22 to HOME-25). */
export const passTexts = {
  code: { zh: '我的报到码', en: 'My arrival code' },
  codePicture: {
    zh: (name: string) => `${name}的报到码`,
    en: (name: string) => `The arrival code of ${name}`,
  },
  codeChecked: { zh: (when: string) => `核验于${when}`, en: (when: string) => `checked ${when}` },
  codeRenews: {
    zh: (seconds: number) => `${seconds} 秒后自动更新`,
    en: (seconds: number) => `renews itself in ${seconds} s`,
  },
  codeKept: {
    zh: (when: string) => `离线显示，上次核验：${when}`,
    en: (when: string) => `Offline. Last checked ${when}`,
  },
  codeBare: {
    zh: '这个码没有签名，请同时出示证件',
    en: 'This code carries no signature. Show your ID too',
  },
  onArrival: {
    zh: '报到时使用，现场核验身份后出示',
    en: 'For your arrival: shown after your identity was checked on site',
  },
  noDorm: {
    zh: '您还未选择宿舍，请先选择宿舍',
    en: 'You have not chosen a dorm yet. Choose one first',
  },
} as const
