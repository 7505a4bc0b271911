/** What a value of a table may be: the database checks it, and an import asks before. */
export interface Rule {
  /** What is meant, for who has to mend a row. */
  readonly says: string
  /** The condition on a column. */
  readonly sql: (column: string) => string
  /** The same condition here. */
  readonly keeps: (value: string | number) => boolean
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** One of some codes. */
export const oneOf = (codes: readonly string[]): Rule => ({
  says: `one of ${codes.join(', ')}`,
  sql: (column) => `${column} in (${codes.map(quoted).join(', ')})`,
  keeps: (value) => codes.includes(String(value)),
})

/**
 * Text of a form. The pattern is read by JavaScript and by PostgreSQL: no `\d`, which means more
 * digits there.
 */
export const formed = (pattern: string, says: string): Rule => ({
  says,
  sql: (column) => `${column} ~ ${quoted(`^(${pattern})$`)}`,
  keeps: (value) => new RegExp(`^(${pattern})$`).test(String(value)),
})

/** Text that is there and of at most so many characters. */
export const named = (most: number): Rule => ({
  says: `1 to ${most} characters`,
  sql: (column) => `char_length(${column}) between 1 and ${most}`,
  keeps: (value) => value !== '' && [...String(value)].length <= most,
})

/** A whole number in a range. */
export const between = (least: number, most: number): Rule => ({
  says: `${least} to ${most}`,
  sql: (column) => `${column} between ${least} and ${most}`,
  keeps: (value) => Number.isInteger(value) && least <= Number(value) && Number(value) <= most,
})

/** The same, or no text at all. */
export const orNone = (rule: Rule): Rule => ({
  says: `${rule.says}, or nothing`,
  sql: (column) => `(${column} = '' or ${rule.sql(column)})`,
  keeps: (value) => value === '' || rule.keeps(value),
})
