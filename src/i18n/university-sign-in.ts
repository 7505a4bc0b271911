/** Sign-in through the university's own page. */
export const universitySignInTexts = {
  button: { zh: '统一身份认证登录', en: 'Sign in through the university' },
  note: {
    zh: '解除绑定不会退出统一身份认证；在公用电脑上，请同时退出学校的登录。',
    en: 'Unbinding does not sign you out at the university. On a shared computer, sign out there too.',
  },
  entering: { zh: '正在登录，请稍候', en: 'Signing in' },
  none: {
    zh: '本校未启用统一身份认证登录',
    en: 'This campus has no sign-in through the university',
  },
  lost: {
    zh: '本次登录已失效，请重新点击统一身份认证登录',
    en: 'This sign-in has ended. Begin it again',
  },
  refused: {
    zh: '统一身份认证未通过，请重试',
    en: 'The university did not confirm who you are. Try again',
  },
  away: {
    zh: '统一身份认证暂时无法连接，请稍后再试',
    en: 'The university’s sign-in cannot be reached right now. Try again later',
  },
  unknown: {
    zh: (number: string) => `本系统中没有 ${number} 的账号，请联系学校`,
    en: (number: string) => `The campus knows no account of ${number}. Ask the school`,
  },
  closed: {
    zh: '该账号已停用，请联系系统管理员',
    en: 'This account is closed. Ask the administrator',
  },
} as const
