/** How old what is shown is (OFF-08). */
export const keptWords = {
  offline: { zh: '离线', en: 'Offline' },
  weak: { zh: '弱网', en: 'Weak network' },
  failed: { zh: '未能更新', en: 'Not updated' },
  /** Said of the first frame, which is older than the app's own words about it. */
  seen: {
    zh: (time: string) => `上次看到的内容 · ${time}`,
    en: (time: string) => `As last seen · ${time}`,
  },
  updated: {
    zh: (what: string, time: string) => `${what}更新于${time}，可能不是最新`,
    en: (what: string, time: string) => `${what} as of ${time}, may be out of date`,
  },
} as const
