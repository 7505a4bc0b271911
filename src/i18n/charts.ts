import { officeTexts } from './office.ts'

/** Figures as a picture with a table behind it. */
export const chartTexts = {
  table: { zh: '查看数据表', en: 'As a table' },
  tableOf: {
    zh: (title: string) => `查看数据表：${title}`,
    en: (title: string) => `As a table: ${title}`,
  },
  empty: officeTexts.none,
} as const
