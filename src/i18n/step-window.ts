/** The window of time in which a step takes submissions, as students see it. */
export const stepWindowTexts = {
  before: {
    zh: (from: string) => `${from} 开放，现在还不能提交`,
    en: (from: string) => `Opens at ${from}; it cannot be submitted yet`,
  },
  open: {
    zh: (until: string) => `${until} 截止`,
    en: (until: string) => `Closes at ${until}`,
  },
  over: {
    zh: (until: string) => `已于 ${until} 截止`,
    en: (until: string) => `Closed at ${until}`,
  },
} as const
