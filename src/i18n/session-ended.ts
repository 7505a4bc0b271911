/** The screen shown after the campus has ended a session (XC-09, D-10). */
export const sessionEndedTexts = {
  again: { zh: '重新绑定', en: 'Bind again' },
  unknown: {
    zh: '可能是很久没有使用、在别处修改过密码，或学校结束了这次登录。',
    en: 'It may not have been used for long, the password may have been changed elsewhere, or the university has ended it.',
  },
  password: {
    zh: '密码在另一处修改过，其他手机上的登录因此全部失效。',
    en: 'The password was changed elsewhere, which ends the sign-in on every other phone.',
  },
  elsewhere: {
    zh: '同一个微信账号在另一处登录了，这里的登录因此失效。',
    en: 'The same WeChat account has signed in elsewhere, which ends the sign-in here.',
  },
  unused: { zh: '超过 30 天没有使用，登录已过期。', en: 'It was not used for more than 30 days.' },
  office: {
    zh: '学校应要求解除了这部手机的绑定（例如手机遗失）。',
    en: 'The university has taken the binding off this phone when it was asked to, as for a lost phone.',
  },
  waits: {
    zh: (count: number) => `这部手机上还有 ${count} 份内容没有提交，重新绑定后自动提交。`,
    en: (count: number) =>
      `${count} submissions are still on this phone. They are sent once you bind again.`,
  },
  notYou: {
    zh: '这不是您的手机？可以清除这部手机上的个人内容。',
    en: 'Not your phone? You can clear what is personal on it.',
  },
} as const
