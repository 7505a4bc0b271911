import { wholeNumberCell, textUpTo } from '../cell-readers.ts'
import type { ImportColumn } from '../import-kind.ts'

/** The year of a fee. */
export const feeYearColumn: ImportColumn = {
  field: 'year',
  title: { zh: '年度', en: 'Year' },
  aliases: ['收费年度', '学年', '缴费年度', '年份'],
  needed: true,
  read: (text) => wholeNumberCell(1990, 2100)(text.trim().replace(/[年度]+$/u, '')),
  example: '2026',
}

/** The item of a fee. */
export const feeItemColumn: ImportColumn = {
  field: 'item',
  title: { zh: '项目', en: 'Item' },
  aliases: ['收费项目', '缴费项目', '费用名称', '项目名称'],
  needed: true,
  read: textUpTo(50),
  example: '学费',
}
