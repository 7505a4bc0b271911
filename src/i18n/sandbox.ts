/** The sandbox that replaces the messaging app in demonstrations, training and tests. */
export const sandboxTexts = {
  title: { zh: '授权登录', en: 'Authorise' },
  mark: { zh: '模拟环境', en: 'Sandbox' },
  explanation: {
    zh: '这里代替即时通信应用。校园应用请求获得您的昵称、头像和身份标识。',
    en: 'This stands in for the messaging app. The campus app asks for your nickname, avatar and identity.',
  },
  same: { zh: (name: string) => `以“${name}”继续`, en: (name: string) => `Go on as “${name}”` },
  other: { zh: '以新的用户继续', en: 'Go on as somebody new' },
  snapshot: { zh: '以快照页访客继续', en: 'Go on as a visitor of a preview page' },
  payTitle: { zh: '扫码支付', en: 'Pay by code' },
  payText: {
    zh: '这里代替支付应用，不会扣款。',
    en: 'This stands in for the payment app. No money is taken.',
  },
  pay: { zh: '支付', en: 'Pay' },
  paid: { zh: '已支付，可以关闭本页', en: 'Paid. You can close this page' },
  notPayable: { zh: '订单不存在、已支付或已过期', en: 'This order is unknown, paid or expired' },
  refuse: { zh: '拒绝', en: 'Refuse' },
  wrongAddress: { zh: '返回地址不属于本站', en: 'The address to return to is not on this site' },
  nickname: { zh: (n: string) => `体验用户${n}`, en: (n: string) => `Guest ${n}` },
} as const
