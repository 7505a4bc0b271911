/** Announcements for screen readers of changes that happen by themselves. */
export const announcerTexts = {
  connected: { zh: '已恢复联网', en: 'Connected again' },
  delivered: {
    zh: (form: string, receipt?: string) =>
      `${form}已提交，学校已收到${receipt === undefined ? '' : `，回执 ${receipt}`}`,
    en: (form: string, receipt?: string) =>
      `${form}: received by the university${receipt === undefined ? '' : `, receipt ${receipt}`}`,
  },
  sentBack: {
    zh: (form: string, reason: string) => `${form}需要处理${reason === '' ? '' : `：${reason}`}`,
    en: (form: string, reason: string) => `${form} needs you${reason === '' ? '' : `: ${reason}`}`,
  },
} as const
