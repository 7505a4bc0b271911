/** The age of the displayed data (OFF-08). */
export const cachedReadTexts = {
  offline: { zh: '离线', en: 'Offline' },
  weak: { zh: '弱网', en: 'Weak network' },
  neverRead: {
    zh: '还没有存到这部手机上，联网后打开一次，以后离线也能看',
    en: 'This is not on the phone yet. Open it once with a network and it stays readable offline',
  },
  failed: { zh: '未能更新', en: 'Not updated' },
  doubtful: { zh: '本机日期可能不对', en: 'This phone’s date may be wrong' },
  /** For the page snapshot, which is older than the cached data. */
  seen: {
    zh: (time: string) => `上次看到的内容 · ${time}`,
    en: (time: string) => `As last seen · ${time}`,
  },
  updated: {
    zh: (what: string, time: string) => `${what}更新于${time}，可能不是最新`,
    en: (what: string, time: string) => `${what} as of ${time}, may be out of date`,
  },
} as const
