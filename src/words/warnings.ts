/** What others did to one's identity (security 2). */
export const warningWords = {
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
} as const
