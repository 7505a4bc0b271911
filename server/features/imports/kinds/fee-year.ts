import type { Column } from '../kind.ts'
import { whole } from '../values.ts'

/** The year that a fee is for. */
export const feeYear: Column = {
  field: 'year',
  title: { zh: '年度', en: 'Year' },
  aliases: ['收费年度', '学年', '缴费年度', '年份'],
  needed: true,
  read: (text) => whole(1990, 2100)(text.trim().replace(/[年度]+$/u, '')),
  example: '2026',
}
