import type { Generated, JSONColumnType } from 'kysely'
import type { ImportAction, ImportState } from '#contract/imports'
import type { LocalizedText } from '#i18n/translate'

/** The Kysely types of the tables for imports. */
export interface ImportTables {
  import: ImportRow
  import_row: ImportLineRow
}

/** An imported file with its progress and the staff member. */
export interface ImportRow {
  id: string
  kind: string
  file_name: string
  /** The hash of the file, hexadecimal. */
  sha256: string
  bytes: number
  format: Generated<string>
  /** Null for the command line. */
  staff_code: string | null
  at: Date
  state: ImportState
  done: Generated<number>
  total: Generated<number>
  /** The last heartbeat of the running work. If it is old, the process has died. */
  beat_at: Date
  problem: Generated<LocalizedText | null>
  /** The worksheet that was read; '' for a text file. */
  sheet: Generated<string>
  /** The worksheets from which the user has to choose. */
  sheets: Generated<string[]>
  /** The number of lines of the file. */
  lines: Generated<number>
  /** The skipped lines with the reason of each. */
  skipped: JSONColumnType<object[], string | undefined, string>
  /** The number of rows with a warning that would be written. */
  warned: Generated<number>
  /** Whether it is known which stored rows are missing from the file. */
  absence_known: Generated<boolean>
  headings: Generated<string[]>
  unknown: Generated<string[]>
  added: Generated<number>
  changed: Generated<number>
  unchanged: Generated<number>
  withdrawn: Generated<number>
  refused: Generated<number>
  applied_at: Generated<Date | null>
  applied_by: Generated<string | null>
  /** Whether the rows that are missing from the file were withdrawn. */
  withdrew: Generated<boolean>
  taken_back_at: Generated<Date | null>
  taken_back_by: Generated<string | null>
}

/** A row of an import that changes something; unchanged rows are only counted. */
export interface ImportLineRow {
  id: Generated<string>
  import_id: string
  line: number
  action: ImportAction
  /** The row's natural key, shown to users. */
  key: string
  /** The id of the existing or added row. */
  row_id: string | null
  before: JSONColumnType<Record<string, unknown>> | null
  after: JSONColumnType<Record<string, unknown>> | null
  was_withdrawn: boolean
  cells: string[] | null
  troubles: JSONColumnType<Record<string, unknown>[]> | null
  warnings: JSONColumnType<Record<string, unknown>[]> | null
}
