import { identifierCell } from '../cell-readers.ts'
import type { ImportColumn } from '../import-kind.ts'

/** The column with the code of a major, in the files of majors, classes and students. */
export const majorCodeColumn = (field: string): ImportColumn => ({
  field,
  title: { zh: '专业代码', en: 'Major code' },
  aliases: ['专业编号', '专业号'],
  needed: true,
  read: identifierCell(),
  example: '080901',
})
