/** What a value of a table may be: the database checks it, and an import asks before. */
export interface ColumnRule {
  /** What is meant, for who has to mend a row. */
  readonly description: string
  /** The condition on a column. */
  readonly sql: (column: string) => string
  /** The same condition here. */
  readonly accepts: (value: string | number) => boolean
}

const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** One of some codes. */
export const oneOf = (codes: readonly string[]): ColumnRule => ({
  description: `one of ${codes.join(', ')}`,
  sql: (column) => `${column} in (${codes.map(quoteLiteral).join(', ')})`,
  accepts: (value) => codes.includes(String(value)),
})

/**
 * Text of a form. The pattern is read by JavaScript and by PostgreSQL: no `\d`, which means more
 * digits there.
 */
export const textMatching = (pattern: string, says: string): ColumnRule => ({
  description: says,
  sql: (column) => `${column} ~ ${quoteLiteral(`^(${pattern})$`)}`,
  accepts: (value) => new RegExp(`^(${pattern})$`).test(String(value)),
})

/** Text that is there and of at most so many characters. */
export const nonEmptyTextUpTo = (most: number): ColumnRule => ({
  description: `1 to ${most} characters`,
  sql: (column) => `char_length(${column}) between 1 and ${most}`,
  accepts: (value) => value !== '' && [...String(value)].length <= most,
})

/** A whole number in a range. */
export const wholeNumberBetween = (least: number, most: number): ColumnRule => ({
  description: `${least} to ${most}`,
  sql: (column) => `${column} between ${least} and ${most}`,
  accepts: (value) => Number.isInteger(value) && least <= Number(value) && Number(value) <= most,
})

/** The same, or no text at all. */
export const allowEmpty = (rule: ColumnRule): ColumnRule => ({
  description: `${rule.description}, or nothing`,
  sql: (column) => `(${column} = '' or ${rule.sql(column)})`,
  accepts: (value) => value === '' || rule.accepts(value),
})
