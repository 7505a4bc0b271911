/**
 * Warnings that another phone was bound or a sign-in was attempted (security 2), and that this
 * phone's clock is wrong.
 */
export const importWarningTexts = {
  elsewhere: {
    zh: (when: string) => `${when}，您的身份在另一部手机上绑定。如非本人操作，请联系学校。`,
    en: (when: string) =>
      `Your identity was bound on another phone ${when}. If that was not you, contact the university.`,
  },
  guessed: {
    zh: (when: string) =>
      `${when}，有人多次输错您的绑定信息，已暂停尝试。如非本人操作，请联系学校。`,
    en: (when: string) =>
      `Somebody tried to bind as you with wrong details (${when}) and was stopped. If it was not you, contact the university.`,
  },
  clockBehind: {
    zh: '本机的日期或时间不对，请在系统设置中校准。您的绑定和已保存的内容都在。',
    en: 'The date or time of this phone is wrong. Set it in the phone’s settings. Your sign-in and what was saved are still here.',
  },
  clockAhead: {
    zh: '本机已很久没有连上学校，或日期不对，请核对系统设置并联网一次。您的绑定和已保存的内容都在。',
    en: 'This phone has not reached the university for long, or its date is wrong. Check its settings and connect once. Your sign-in and what was saved are still here.',
  },
} as const
