/** The replies of the server to trials of external services. */
export const externalServiceServerTexts = {
  notConfigured: {
    zh: '这项服务还没有配置，请先在服务器上设置',
    en: 'This service is not set up yet. Set it up on the server first',
  },
  noPhone: {
    zh: '您的账号没有手机号码，请填写号码',
    en: 'Your account has no telephone number. Type one',
  },
  wrongPhone: {
    zh: '手机号码格式不对，请检查后重试',
    en: 'This is no telephone number. Check it and try again',
  },
  notInMessagingApp: {
    zh: '请在微信、企业微信或钉钉里打开本页面，才能给自己发消息',
    en: 'Open this page in WeChat, WeCom or DingTalk to send a message to yourself',
  },
  message: {
    zh: (school: string) => `【${school}】这是一条测试消息，无需处理。`,
    en: (school: string) => `${school}: this is a test message. Nothing to do.`,
  },
  subject: {
    zh: (school: string) => `${school} 缴费测试，自动退回`,
    en: (school: string) => `${school}: payment test, refunded by itself`,
  },
} as const
