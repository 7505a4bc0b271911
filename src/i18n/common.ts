/**
 * Texts used throughout the product, by app and backend (XC rows; wording of the English-only rows
 * D-12).
 */
export const commonTexts = {
  boxTitle: { zh: '温馨提示：', en: 'Please note:' },
  loading: { zh: '加载中', en: 'Loading' },
  noData: { zh: '暂无数据', en: 'Nothing here yet' },
  networkError: { zh: '网络错误，请稍后再试', en: 'Network error, try again later' },
  serverError: { zh: '服务器异常请稍后再试', en: 'Server error, try again later' },
  systemFault: { zh: '系统故障，请联系管理员', en: 'System fault, contact the administrator' },
  systemRetry: { zh: '系统错误，请重试', en: 'System error, try again' },
  offlineOnly: {
    zh: '当前网络不可用，请联网后再操作',
    en: 'There is no network now. Connect first, then try again',
  },
  queued: {
    zh: '网络不佳，已保存，联网后自动提交',
    en: 'Weak network: saved, and sent by itself once connected',
  },
  noPermission: { zh: '没有权限', en: 'You have no permission for this' },
  bindFirst: { zh: '请先绑定学号或考生号', en: 'Bind your student or exam number first' },
  notOpen: { zh: '该功能暂未开放！', en: 'This is not open yet!' },
  signedOut: { zh: '登录已失效，请重新绑定', en: 'Your sign-in has ended, bind again' },
  tooMany: {
    zh: (seconds: number) => `操作过于频繁，请${waitZh(seconds)}后再试`,
    en: (seconds: number) => `Too many tries. Wait ${waitEn(seconds)}, then try again`,
  },
  badRequest: { zh: '请求内容无法识别', en: 'The request could not be read' },
  badField: { zh: '内容填写有误', en: 'This is not filled in correctly' },
  staleVersion: { zh: '内容已在别处修改', en: 'This was changed elsewhere meanwhile' },
  required: { zh: '必填哦', en: 'Please fill this in' },
  requiredDate: { zh: '必填', en: 'Required' },
  tooShort: {
    zh: (n: number) => `最少应该输入${n}个字符哦`,
    en: (n: number) => `Enter at least ${n} characters`,
  },
  badCharacters: {
    zh: '包含无法保存的字符，请修改后再提交',
    en: 'This holds characters that cannot be stored, change it',
  },
  tooLong: {
    zh: (n: number) => `最多可以输入${n}个字符哦`,
    en: (n: number) => `Enter at most ${n} characters`,
  },
} as const

const wait =
  (s: string, min: string, h: string) =>
  (seconds: number): string => {
    if (seconds < 60) return seconds + s
    return seconds < 7200 ? Math.ceil(seconds / 60) + min : Math.ceil(seconds / 3600) + h
  }
const waitZh = wait('秒', '分钟', '小时')
const waitEn = wait(' s', ' min', ' hours')
