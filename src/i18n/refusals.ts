import { commonTexts } from './common.ts'

/** Refusals that only the backend sends. */
export const refusalTexts = {
  moneyOwed: { zh: '您还有费用未缴清', en: 'You still owe money' },
  withdrawn: {
    zh: '您已放弃入学或退学，不能办理此项。如有疑问，请联系学校',
    en: 'You have withdrawn, so this is not given out. Ask the university if that is wrong',
  },
  newOnly: { zh: '仅限当年新生办理', en: 'Only new students of this year can do this' },
  snapshot: {
    zh: '当前页面无法识别您的身份，请使用完整服务后重试',
    en: 'This preview cannot tell who you are. Open the full service, then try again',
  },
  codeUsed: { zh: '授权已失效，请重新进入', en: 'This authorisation has ended, enter again' },
  hostAway: {
    zh: '暂时无法确认您的身份，请稍后再试',
    en: 'Your identity cannot be confirmed right now, try again later',
  },
  badKey: { zh: '提交编号无法识别', en: 'The submission number could not be read' },
  wrongMethod: { zh: '请求方式不正确', en: 'This address is asked in another way' },
  notBuilt: {
    zh: '页面尚未构建：请先运行 npm run build',
    en: 'The app is not built yet: run npm run build first',
  },
  tooLarge: {
    zh: '内容过大，请减少后再提交',
    en: 'This is too large, make it smaller and try again',
  },
  unknownField: { zh: '包含无法识别的内容', en: 'This holds something unknown' },
  badCharacters: commonTexts.badCharacters,
  notFound: { zh: '没有找到您要的内容', en: 'This was not found' },
  keyReused: {
    zh: '同一份提交的内容前后不一致',
    en: 'This submission came before with other content',
  },
  inFlight: { zh: '同一份提交正在处理中', en: 'This submission is being handled right now' },
  storageFull: {
    zh: '服务器存储空间不足，请稍后再试',
    en: 'The server is out of space, try again later',
  },
  picturesCrowded: {
    zh: '现在上传照片的人较多，请稍后再试',
    en: 'Many are uploading pictures right now, try again shortly',
  },
  fault: {
    zh: (code: string) => `服务器异常请稍后再试（查询编号${code}）`,
    en: (code: string) => `Server error, try again later (code ${code})`,
  },
  tooSlow: { zh: '网络太慢，请稍后重试', en: 'The network is too slow, try again later' },
  otherSite: {
    zh: '请在本系统的页面中操作',
    en: 'This can be done on this site’s own pages only',
  },
  busy: { zh: '服务器繁忙，请稍后再试', en: 'The server is busy, try again later' },
} as const
