import { officeSectionTexts } from './office-sections.ts'
import type { LocalizedText } from './translate.ts'

/** The services outside the product, and the trials of them. */
export const externalServiceTexts = {
  title: officeSectionTexts.externals,
  about: {
    zh: '查看各项外部服务是否已配置，并当场试用。这里不显示任何密钥；每次试用都记入操作日志。',
    en: 'Whether each service outside is set up, and a try of it. No secret is shown here. Every try stands in the log.',
  },
  services: {
    zh: {
      sms: '短信服务',
      wechat: '微信公众号',
      wecom: '企业微信',
      dingtalk: '钉钉',
      university: '统一身份认证',
      payment: '微信支付',
    },
    en: {
      sms: 'SMS service',
      wechat: 'WeChat account',
      wecom: 'WeCom',
      dingtalk: 'DingTalk',
      university: 'University sign-in',
      payment: 'WeChat Pay',
    },
  },
  states: {
    zh: { on: '已配置', sandbox: '模拟', off: '未配置' },
    en: { on: 'Set up', sandbox: 'Simulated', off: 'Not set up' },
  },
  offText: {
    zh: '请运维人员在服务器上配置后重启，见部署文档。',
    en: 'The operators set it up on the server and start it again.',
  },
  sandboxText: {
    zh: '由系统内部模拟，不会联系外部服务。',
    en: 'Simulated by this server. No service outside is asked.',
  },
  sendSms: { zh: '给我发一条短信', en: 'Send me an SMS' },
  phone: { zh: '发送到', en: 'Send to' },
  ownPhone: {
    zh: (phone: string) => `不填写则发送到您账号的手机 ${phone}`,
    en: (phone: string) => `Empty: the telephone of your account, ${phone}`,
  },
  noOwnPhone: {
    zh: '您的账号没有手机号码，请填写自己的号码',
    en: 'Your account has no telephone number. Type your own',
  },
  confirmSms: {
    zh: (phone: string) => `将向 ${phone} 发送一条测试短信。这是您自己的号码吗？`,
    en: (phone: string) => `A test message goes to ${phone}. Is this your own number?`,
  },
  send: { zh: '确认发送', en: 'Send it' },
  cancel: { zh: '不发送', en: 'Do not send' },
  sendMessage: { zh: '给我发一条消息', en: 'Send me a message' },
  onlyInApp: {
    zh: '在该应用内打开本页面，就可以给自己发一条消息。',
    en: 'Open this page in that app to send a message to yourself.',
  },
  connect: { zh: '测试连接', en: 'Try the connection' },
  accepted: {
    zh: (code: string) => (code === '' ? '成功。' : `成功（${code}）。`),
    en: (code: string) => (code === '' ? 'It works.' : `It works (${code}).`),
  },
  smsAccepted: {
    zh: (code: string) => `短信服务已接收（${code}）。请查看手机是否收到。`,
    en: (code: string) => `The SMS service has taken it (${code}). See whether it arrives.`,
  },
  shownHere: {
    zh: (text: string) => `演示环境不真正发送，内容是：${text}`,
    en: (text: string) => `The demo sends nothing. The text is: ${text}`,
  },
  failed: {
    zh: (why: string, code: string) => `没有成功：${why}（${code}）`,
    en: (why: string, code: string) => `It did not work: ${why} (${code})`,
  },
  pay: { zh: '付一分钱，再退回', en: 'Pay one fen, and back' },
  payText: {
    zh: '生成一分钱的订单，扫码支付后自动退款。它不属于任何学生，不计入缴费统计、对账差异和导出。',
    en: 'An order of one fen is made. After it is paid by code it is refunded by itself. It belongs to no student and is in no total, difference or export.',
  },
  scanToPay: { zh: '用微信扫码支付一分钱', en: 'Scan with WeChat to pay one fen' },
  openLink: { zh: '打开支付页面', en: 'Open the payment page' },
  again: { zh: '现在再试一次', en: 'Try again now' },
  againNamed: {
    zh: (number: string) => `现在再试一次：${number}`,
    en: (number: string) => `Try again now: ${number}`,
  },
  trials: { zh: '支付测试', en: 'Payment tests' },
  noTrials: { zh: '还没有做过支付测试', en: 'No payment was tried yet' },
  startedBy: {
    zh: (by: string, time: string) => `${by}，${time}`,
    en: (by: string, time: string) => `${by}, ${time}`,
  },
  leftOver: {
    zh: (count: number) => `有 ${count} 笔测试的一分钱还没有退回，系统会继续退款。`,
    en: (count: number) =>
      `The fen of ${count} tests is not back yet. The refund goes on by itself.`,
  },
  trialStates: {
    zh: {
      waiting: '等待支付',
      paid: '已支付，待退款',
      refunding: '退款处理中',
      stuck: '退款受阻',
      refunded: '已退回',
      closed: '未支付，已关闭',
      failed: '没有下成订单',
    },
    en: {
      waiting: 'Waiting for the payment',
      paid: 'Paid, to be refunded',
      refunding: 'Being refunded',
      stuck: 'Refund stuck',
      refunded: 'Refunded',
      closed: 'Not paid, closed',
      failed: 'No order was made',
    },
  },
  stages: {
    zh: {
      ordered: '已下单，收款码可以扫描',
      'order-failed': '支付服务没有接受订单',
      notified: '已收到支付通知，签名正确',
      paid: '查询到订单已支付',
      'wrong-amount': '支付金额与订单不同',
      'no-notice': '60 秒内没有收到支付通知，请检查通知地址能否从公网访问',
      'refund-requested': '已申请退款',
      'refund-failed': '退款没有成功',
      refunded: '一分钱已退回',
      unreachable: '支付服务没有应答',
      closed: '没有支付，订单已关闭',
    },
    en: {
      ordered: 'The order was made, its code can be scanned',
      'order-failed': 'The payment service did not take the order',
      notified: 'The notification of the payment arrived, its signature is right',
      paid: 'The payment service says that the order is paid',
      'wrong-amount': 'Another amount than that of the order was paid',
      'no-notice':
        'No notification came within 60 seconds. Check that its address can be reached from outside',
      'refund-requested': 'The refund was requested',
      'refund-failed': 'The refund did not work',
      refunded: 'The fen is back',
      unreachable: 'The payment service did not answer',
      closed: 'It was not paid, and the order is closed',
    },
  },
  times: {
    zh: (count: number, last: string) => `共 ${count} 次，最近 ${last}`,
    en: (count: number, last: string) => `${count} times, last ${last}`,
  },
} as const

const refusedSecret = {
  zh: '对方不接受密钥或签名',
  en: 'the service does not accept the secret or signature',
}
const unverified = {
  zh: '应答的签名无法核对，请检查平台证书或公钥',
  en: 'the signature of the answer cannot be verified: check the platform key',
}
const wrongAddress = { zh: '地址不对', en: 'the address is wrong' }
const unreachable = {
  zh: '连接不上，请检查地址和网络',
  en: 'no connection: check address and network',
}

const CODES: Readonly<Record<string, LocalizedText>> = {
  'HTTP 401': refusedSecret,
  'HTTP 403': refusedSecret,
  'HTTP 404': wrongAddress,
  'HTTP 429': { zh: '对方限制了次数', en: 'the service limits the number of requests' },
  TIMEOUT: { zh: '对方没有及时应答', en: 'the service did not answer in time' },
  NO_ANSWER: { zh: '没有得到应答', en: 'there was no answer' },
  ENOTFOUND: { zh: '找不到这个主机名', en: 'there is no such host name' },
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ECONNABORTED: { zh: '对方没有及时应答', en: 'the service did not answer in time' },
  DECLINED: {
    zh: '不能给您发消息。如果是公众号，请先在微信里给它发一句话，再试',
    en: 'it may not write to you. To a WeChat account write a word first, then try again',
  },
  '40001': { zh: '公众号密钥不对', en: 'the secret of the account is wrong' },
  '40013': { zh: 'AppID 不对', en: 'the AppID is wrong' },
  '40125': { zh: '公众号密钥不对', en: 'the secret of the account is wrong' },
  '40164': {
    zh: '服务器的 IP 地址不在公众号的白名单里',
    en: 'the address of this server is not on the account’s list of allowed addresses',
  },
  SIGN_ERROR: refusedSecret,
  NO_AUTH: {
    zh: '商户号没有开通这项产品，请在商户平台开通 Native 支付和退款',
    en: 'the merchant may not use this product: turn on Native payments and refunds at the service',
  },
  APPID_MCHID_NOT_MATCH: {
    zh: 'AppID 与商户号没有绑定',
    en: 'AppID and merchant number are not linked',
  },
  MCH_NOT_EXISTS: { zh: '商户号不存在', en: 'there is no such merchant' },
  PARAM_ERROR: { zh: '对方认为参数有误', en: 'the service calls a parameter wrong' },
  INVALID_REQUEST: { zh: '对方认为请求无效', en: 'the service calls the request invalid' },
  NOT_ENOUGH: {
    zh: '商户账户可用余额不足，请充值或等待入账，系统会再试',
    en: 'the merchant’s account has too little money: top it up or wait, it is tried again',
  },
  USER_ACCOUNT_ABNORMAL: { zh: '付款人账户异常', en: 'the account of the payer is not in order' },
  ABNORMAL: {
    zh: '退款无法到达付款人，请在商户平台处理',
    en: 'the refund cannot reach the payer: settle it at the payment service',
  },
  CLOSED: {
    zh: '退款已关闭，请在商户平台处理',
    en: 'the refund was closed: settle it at the payment service',
  },
  OAUTH_TIMEOUT: { zh: '对方没有及时应答', en: 'the service did not answer in time' },
  EV3_RES_HEADERS_INCOMPLETE: unverified,
  EV3_RES_HEADER_PLATFORM_SERIAL: unverified,
  EV3_RES_HEADER_SIGNATURE_DIGEST: unverified,
  EV3_RES_HEADER_TIMESTAMP_OFFSET: {
    zh: '服务器的时间不准',
    en: 'the clock of this server is wrong',
  },
}

/** What the code of a service means, in plain words. */
export function explainServiceCode(code: string): LocalizedText {
  const known = CODES[code]
  if (known !== undefined) return known
  if (/^HTTP 5\d\d$/.test(code)) return { zh: '对方服务出错', en: 'the service has a fault' }
  if (/CERT|TLS|SSL/.test(code))
    return { zh: '对方的证书不受信任', en: 'the certificate of the service is not trusted' }
  return { zh: '对方拒绝了请求', en: 'the service refused the request' }
}
