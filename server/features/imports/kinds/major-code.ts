import type { Column } from '../kind.ts'
import { number } from '../values.ts'

/** The code of a major: of the major itself, of a class, of a student. */
export const majorCode = (field: string): Column => ({
  field,
  title: { zh: '专业代码', en: 'Major code' },
  aliases: ['专业编号', '专业号'],
  needed: true,
  read: number(),
  example: '080901',
})
