import { identifierCell } from '../cell-readers.ts'
import type { ImportColumn } from '../import-kind.ts'

/** The code of a major: of the major itself, of a class, of a student. */
export const majorCodeColumn = (field: string): ImportColumn => ({
  field,
  title: { zh: '专业代码', en: 'Major code' },
  aliases: ['专业编号', '专业号'],
  needed: true,
  read: identifierCell(),
  example: '080901',
})
