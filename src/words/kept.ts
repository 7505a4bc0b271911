/** How old what is shown is (OFF-08). */
export const keptWords = {
  offline: { zh: '离线', en: 'Offline' },
  weak: { zh: '弱网', en: 'Weak network' },
  failed: { zh: '未能更新', en: 'Not updated' },
  updated: {
    zh: (what: string, time: string) => `${what}更新于${time}，可能不是最新`,
    en: (what: string, time: string) => `${what} as of ${time}, may be out of date`,
  },
} as const
