import type { StaffRole } from '#contract/roles'
import type { Text, TextTemplate } from '#i18n/translate'
import type { Db } from '../../platform/database/database.ts'

/*
 * A kind is what one file brings: students, lessons, charges. To add one, write `kinds/<kind>.ts`
 * that exports a `Kind`, and a line in `kinds/index.ts`; nothing else is needed, for the console,
 * the command line, the templates and the documentation all read that list.
 *
 * What happens to a file (`check.ts`, then `apply.ts`), always in parts of some hundred rows:
 *
 *  1. `read`     each cell becomes a value by its column's `read` (`values.ts` has them), or a trouble;
 *  2. `check`    what one row says against itself, without the database;
 *  3. `resolve`  against the database: a student's number becomes a code, an unknown one a trouble.
 *                From here on a row holds the fields that are STORED;
 *  4. `store.find`   the row that stands there already, or none: new, changed or unchanged;
 *  5. `withdrawal.absent`   what stands in the same scope and the file no longer names;
 *  6. when somebody says so: `store.add`, `store.change`, `withdrawal.withdraw`, in one transaction.
 *
 * Taking an import back undoes 6 by the images of the rows before it. It is forbidden when a later
 * import touched one of the rows, when a row is not any more as the import left it, when `doings`
 * says so, or when another table refers to a row that would go (a foreign key says so by itself).
 *
 * Most tables need no SQL of their own: `tableStore` in `table-store.ts` makes `store` and
 * `withdrawal` from the names and types of the columns. `kinds/students.ts` is the example.
 */

/** A value as it is stored; days are YYYY-MM-DD, moments ISO, money fen. */
export type CellValue = string | number | boolean | null | readonly string[]

/** A row by the names of its fields. */
export type RowValues = Readonly<Record<string, CellValue>>

/** What is wrong with a row; `field` is the column's, '' when it is none of them alone. */
export interface RowIssue {
  readonly field: string
  readonly says: Text
}

/** What a cell's text means. It was trimmed, and is not empty. */
export type Reading = { readonly value: CellValue } | { readonly says: Text }

/** What a file says of all its cells. */
export interface FileFacts {
  /** Days that are bare numbers are counted from 1904 on. */
  readonly from1904?: boolean
  /** It is plain text, in which programs lead cells by signs that keep a spreadsheet from reading them. */
  readonly isText?: boolean
}

/** A column of the file. */
export interface ImportColumn {
  readonly field: string
  /** The heading of the template; the Chinese one and the English one are both understood. */
  readonly title: Text
  /** Other headings that mean the same. */
  readonly aliases?: readonly string[]
  /** The file must have it, and no cell may be blank. */
  readonly needed?: true
  readonly read: (text: string, facts?: FileFacts) => Reading
  /**
   * What a blank cell means, and what a new row gets when the file has no such column; null if
   * nothing is said. A row that stands keeps what it has where the file has no such column.
   */
  readonly blank?: CellValue
  /** A blank cell says nothing: the row that stands keeps what it has. */
  readonly isBlankIgnored?: true
  /** How many characters its cells have at most, where that is more than a thousand. */
  readonly maxCharacters?: number
  /** The cell of the template's example row. */
  readonly example: string
  /** What may stand in it, for the documentation, where `title` does not say it. */
  readonly about?: Text
}

/** A row that stands in the database. `id` names it there for good. */
export interface StoredRow {
  readonly id: string
  readonly row: RowValues
  readonly withdrawn: boolean
}

/** How a kind's rows are kept. All in bulk: a part is some hundred rows. */
export interface RowStore {
  /**
   * For each row, in their order, what stands there: nothing, a row, or why that cannot be said.
   * `taken` are the ids of what rows of earlier parts of the file are, where a kind has a choice.
   */
  readonly find: (
    db: Db,
    rows: readonly RowValues[],
    taken?: ReadonlySet<string>,
  ) => Promise<readonly (StoredRow | RowIssue | undefined)[]>
  /** The rows of these ids; inside of a transaction they are locked. */
  readonly byId: (db: Db, ids: readonly string[]) => Promise<readonly StoredRow[]>
  /** Add rows; answers their ids in the same order. */
  readonly add: (db: Db, rows: readonly RowValues[], now: Date) => Promise<readonly string[]>
  /** Change rows; only the fields that a row names. */
  readonly change: (
    db: Db,
    rows: readonly { readonly id: string; readonly row: RowValues }[],
    now: Date,
  ) => Promise<void>
  /** Delete rows that an import has added, when it is taken back. */
  readonly remove: (db: Db, ids: readonly string[]) => Promise<void>
}

/** How rows that left are withdrawn: a state, nothing is deleted. */
export interface Withdrawal {
  /**
   * The part of the university that a file speaks of, as `2026 new`: only rows of a scope that the
   * file has can be missing from it.
   */
  readonly scopeOf: (row: RowValues) => string
  /** What stands in these scopes, is not withdrawn, and has none of these ids. */
  readonly absent: (
    db: Db,
    what: { readonly scopes: readonly string[]; readonly ids: readonly string[] },
  ) => Promise<readonly StoredRow[]>
  /** Hold what `absent` judges these rows by, where that is more than the rows themselves. */
  readonly lock?: (tx: Db, ids: readonly string[]) => Promise<void>
  readonly withdraw: (db: Db, ids: readonly string[], now: Date) => Promise<void>
  readonly restore: (db: Db, ids: readonly string[]) => Promise<void>
}

/** A row that would be written, looked at once more. */
export interface WarningSubject {
  /** That of the row that stands; null for a new one. */
  readonly id: string | null
  /** As it would be stored. */
  readonly row: RowValues
  /** As the file says it, with the columns that are only compared. */
  readonly read: RowValues
}

/**
 * By what people know the rows that are offered, beside the number that a file gives them: no two
 * share it. The rule is that of the office's editors (`toIdentityKey`).
 */
export interface Identity {
  /** The name, of which is complained. */
  readonly field: string
  /** What a name belongs to: another one may have it again. */
  readonly within: readonly string[]
  /** The rows that are offered now. */
  readonly findOffered: (db: Db) => Promise<readonly StoredRow[]>
}

/** Where the rows that `resolve` judges stand in their file, in their order. */
export interface FileRow {
  readonly line: number
  /** Nothing is wrong with what the row says alone; one that is refused takes no other row's place. */
  readonly isGood: boolean
}

/** What one file brings. */
export interface ImportKindDefinition {
  /** As in `--kind students`. */
  readonly name: string
  readonly title: Text
  /** One sentence: what it is, and what is loaded before it. */
  readonly about: Text
  /** Who may import it. */
  readonly roles: readonly StaffRole[]
  readonly columns: readonly ImportColumn[]
  /** Its rows are words of any kind and no figures: a row may begin with 合计 and be no total. */
  readonly isOfWords?: true
  /**
   * By what a row of the file is known, before the database is asked: two rows with one of these in
   * common are refused.
   */
  readonly keysOf: (row: RowValues) => readonly string[]
  readonly check?: (row: RowValues) => readonly RowIssue[]
  readonly identity?: Identity
  /**
   * What rows of one file say against each other beyond their keys; made anew for each file. Only
   * rows that are good so far are asked about.
   */
  readonly clashes?: () => (row: RowValues, line: number) => readonly RowIssue[]
  /** For each row, in their order, the row as it is stored, or what is wrong. */
  readonly resolve?: (
    db: Db,
    rows: readonly RowValues[],
    file: readonly FileRow[],
  ) => Promise<readonly (RowValues | readonly RowIssue[])[]>
  /**
   * What of `resolve` may not be so any more when rows are written: judged once more, of rows as they
   * are stored, while those that stand are locked.
   */
  readonly resolveAgain?: (
    db: Db,
    rows: readonly RowValues[],
  ) => Promise<readonly (RowValues | readonly RowIssue[])[]>
  /**
   * What is odd about rows that are written none the less, for a person to decide: for each, in
   * their order.
   */
  readonly warnings?: (
    db: Db,
    rows: readonly WarningSubject[],
  ) => Promise<readonly (readonly RowIssue[])[]>
  /** The field of which no two rows of one file should have the same text, and what is said then. */
  readonly uniqueField?: {
    readonly field: string
    readonly says: TextTemplate<readonly [line: number]>
  }
  readonly store: RowStore
  readonly withdrawal?: Withdrawal
  /** Why these rows, which an import added, cannot go any more; nothing when they can. */
  readonly explainRemovalRefusal?: (db: Db, ids: readonly string[]) => Promise<Text | undefined>
}
