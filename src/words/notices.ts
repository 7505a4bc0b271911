/** Notices and the two static pages (NOT rows; D-90, D-91). */
export const noticesWords = {
  title: { zh: '通知公告', en: 'Notices' },
} as const
