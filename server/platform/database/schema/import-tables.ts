import type { Generated, JSONColumnType } from 'kysely'
import type { ImportAction, ImportState } from '#contract/imports'
import type { Text } from '#i18n/translate'

/** The tables of the import as Kysely sees them. */
export interface ImportTables {
  import: ImportRow
  import_row: ImportLineRow
}

/** A file that was brought, how far it got, and who did it. */
export interface ImportRow {
  id: string
  kind: string
  file_name: string
  /** Of the file, in hexadecimal. */
  sha256: string
  bytes: number
  format: Generated<string>
  /** Null for the command line. */
  staff_code: string | null
  at: Date
  state: ImportState
  done: Generated<number>
  total: Generated<number>
  /** When the work was last seen going on: one whose process died does not go on. */
  beat_at: Date
  problem: Generated<Text | null>
  /** The worksheet that was read; '' for a file of text. */
  sheet: Generated<string>
  /** Worksheets of which a person is to choose one. */
  sheets: Generated<string[]>
  /** How many lines the file has. */
  lines: Generated<number>
  /** Lines that bring nothing, by why. */
  skipped: JSONColumnType<object[], string | undefined, string>
  /** Rows that would be written and are odd. */
  warned: Generated<number>
  /** It is known what the file does not name. */
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
  /** Rows that left were withdrawn. */
  withdrew: Generated<boolean>
  taken_back_at: Generated<Date | null>
  taken_back_by: Generated<string | null>
}

/** A row of an import that is not as it was; those that change nothing are only counted. */
export interface ImportLineRow {
  id: Generated<string>
  import_id: string
  line: number
  action: ImportAction
  /** By what a person knows it. */
  key: string
  /** The id of the row that stands, or that was added. */
  row_id: string | null
  before: JSONColumnType<Record<string, unknown>> | null
  after: JSONColumnType<Record<string, unknown>> | null
  was_withdrawn: boolean
  cells: string[] | null
  troubles: JSONColumnType<Record<string, unknown>[]> | null
  warnings: JSONColumnType<Record<string, unknown>[]> | null
}
