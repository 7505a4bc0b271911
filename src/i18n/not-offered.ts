/** Replaces features that a campus does not offer. */
export const notOfferedTexts = {
  noPayment: { zh: '本校未开通网上缴费', en: 'This university takes no payments online' },
  noPaymentText: {
    zh: '请到校缴费，或按学校的通知缴纳。',
    en: 'Pay at school, or as the university has told you.',
  },
  noPhoneChange: { zh: '本校未开通短信验证', en: 'This university sends no codes by SMS' },
  noPhoneChangeText: {
    zh: '手机号不能在这里修改，请联系学校。',
    en: 'The number cannot be changed here. Contact the university.',
  },
  noCode: {
    zh: '本校未开通短信验证，手机号由学校核对。',
    en: 'No code by SMS here: the university checks the number itself.',
  },
  noAccount: {
    zh: '本校未接入微信账号，绑定只在本机有效。',
    en: 'This university is not connected to WeChat: the binding is good on this phone only.',
  },
  noService: { zh: '本校未开通微信客服', en: 'This university has no help desk in WeChat' },
  noServiceText: {
    zh: '有问题请用投诉建议告诉学校。',
    en: 'Tell the university by a complaint or suggestion.',
  },
} as const
