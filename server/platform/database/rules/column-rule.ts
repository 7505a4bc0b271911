/** A rule for a column's values: checked by the database, and by an import in advance. */
export interface ColumnRule {
  /** The rule as a sentence for the person who corrects a row. */
  readonly description: string
  /** The condition in SQL. */
  readonly sql: (column: string) => string
  /** The condition in JavaScript. */
  readonly accepts: (value: string | number) => boolean
}

const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The rule for a column that contains one of these codes. */
export const oneOfRule = (codes: readonly string[]): ColumnRule => ({
  description: `one of ${codes.join(', ')}`,
  sql: (column) => `${column} in (${codes.map(quoteLiteral).join(', ')})`,
  accepts: (value) => codes.includes(String(value)),
})

/**
 * The rule for text that matches a pattern. JavaScript and PostgreSQL both use the pattern, so `\d`
 * is not allowed: in PostgreSQL it also matches digits of other scripts.
 */
export const textMatchingRule = (pattern: string, says: string): ColumnRule => ({
  description: says,
  sql: (column) => `${column} ~ ${quoteLiteral(`^(${pattern})$`)}`,
  accepts: (value) => new RegExp(`^(${pattern})$`).test(String(value)),
})

/** Text that is not empty, of at most `most` characters. */
export const nonEmptyTextRule = (most: number): ColumnRule => ({
  description: `1 to ${most} characters`,
  sql: (column) => `char_length(${column}) between 1 and ${most}`,
  accepts: (value) => value !== '' && [...String(value)].length <= most,
})

/** A whole number in a range. */
export const wholeNumberRule = (least: number, most: number): ColumnRule => ({
  description: `${least} to ${most}`,
  sql: (column) => `${column} between ${least} and ${most}`,
  accepts: (value) => Number.isInteger(value) && least <= Number(value) && Number(value) <= most,
})

/** Extends a rule so that it accepts empty text. */
export const allowEmptyRule = (rule: ColumnRule): ColumnRule => ({
  description: `${rule.description}, or nothing`,
  sql: (column) => `(${column} = '' or ${rule.sql(column)})`,
  accepts: (value) => value === '' || rule.accepts(value),
})
