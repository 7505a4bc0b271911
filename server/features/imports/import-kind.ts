import type { StaffRole } from '#contract/roles'
import type { Text, TextTemplate } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'

/*
 * An import kind is the type of records in a file: students, lessons, charges. To add one, write `kinds/<kind>.ts`
 * that exports an `ImportKindDefinition`, and a line in `kinds/index.ts`; nothing else is needed, for the console,
 * the command line, the templates and the documentation all read that list.
 *
 * What happens to a file (`dry-run.ts`, then `apply.ts`), always in batches of some hundred rows:
 *
 *  1. `read`     each cell becomes a value by its column's `read` (see `cell-readers.ts`), or an issue;
 *  2. `check`    issues of a row alone, without the database;
 *  3. `resolve`  against the database: a student's number becomes a code, an unknown one an issue.
 *                From here on a row holds the fields that are STORED;
 *  4. `store.find`   the stored row, or none: the row is new, changed or unchanged;
 *  5. `withdrawal.absent`   stored rows of the same scope that the file no longer has;
 *  6. when it is applied: `store.add`, `store.change`, `withdrawal.withdraw`, in one transaction.
 *
 * Reverting an import undoes step 6 from the rows as they were before it. It is forbidden when a
 * later import changed one of the rows, when a row has changed since the import, when
 * `explainRemovalRefusal` says so, or when another table refers to a row that would be deleted (its
 * foreign key refuses).
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

/** The value of a cell's text, or what is wrong with it. The text is trimmed and not empty. */
export type Reading = { readonly value: CellValue } | { readonly says: Text }

/** Facts of a file that apply to all its cells. */
export interface FileFacts {
  /** Days that are plain numbers count from 1904. */
  readonly from1904?: boolean
  /** It is plain text: programs prefix cells in it against formula injection. */
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

/** A row of the database. `id` never changes. */
export interface StoredRow {
  readonly id: string
  readonly row: RowValues
  readonly withdrawn: boolean
}

/** How rows of a kind are stored. All in bulk: a batch is some hundred rows. */
export interface RowStore {
  /**
   * For each row, in order, the stored row, none, or why that cannot be determined. `taken` are the
   * ids that rows of earlier batches were matched with, where a kind can choose.
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
  /** Delete rows that an import has added, when it is reverted. */
  readonly remove: (db: Db, ids: readonly string[]) => Promise<void>
}

/** How rows that the file no longer has are withdrawn: by a state, nothing is deleted. */
export interface Withdrawal {
  /**
   * The part of the university that a file covers, such as `2026 new`: only rows of a scope that the
   * file has can be missing from it.
   */
  readonly scopeOf: (row: RowValues) => string
  /** The stored rows of these scopes that are not withdrawn and have none of these ids. */
  readonly absent: (
    db: Db,
    what: { readonly scopes: readonly string[]; readonly ids: readonly string[] },
  ) => Promise<readonly StoredRow[]>
  /** Lock what `absent` depends on, where that is more than the rows themselves. */
  readonly lock?: (tx: Db, ids: readonly string[]) => Promise<void>
  readonly withdraw: (db: Db, ids: readonly string[], now: Date) => Promise<void>
  readonly restore: (db: Db, ids: readonly string[]) => Promise<void>
}

/** A row that would be written, to be checked for warnings. */
export interface WarningSubject {
  /** That of the stored row; null for a new one. */
  readonly id: string | null
  /** As it would be stored. */
  readonly row: RowValues
  /** As in the file, with the columns that are only compared. */
  readonly read: RowValues
}

/**
 * By what people recognise the rows on offer, besides the number that a file gives them: no two share
 * it. The office's editors have the same rule (`toIdentityKey`).
 */
export interface Identity {
  /** The field of the name, which an issue is reported for. */
  readonly field: string
  /** The fields within which a name is unique. */
  readonly within: readonly string[]
  /** The rows on offer now. */
  readonly findOffered: (db: Db) => Promise<readonly StoredRow[]>
}

/** The place in the file of each row that `resolve` gets, in order. */
export interface FileRow {
  readonly line: number
  /** The row alone has no issues; a refused row does not block another one's place. */
  readonly isGood: boolean
}

/** The type of records in a file. */
export interface ImportKindDefinition {
  /** As in `--kind students`. */
  readonly name: string
  readonly title: Text
  /** One sentence: what it is, and what is loaded before it. */
  readonly about: Text
  /** Who may import it. */
  readonly roles: readonly StaffRole[]
  readonly columns: readonly ImportColumn[]
  /** Its rows are free text: a row may begin with 合计 and be no total. */
  readonly isOfWords?: true
  /**
   * The keys of a row within its file, before the database is asked: two rows with a key in common
   * are refused.
   */
  readonly keysOf: (row: RowValues) => readonly string[]
  readonly check?: (row: RowValues) => readonly RowIssue[]
  readonly identity?: Identity
  /**
   * Conflicts between rows of one file beyond their keys; called once for each file. Only rows without
   * issues so far are checked.
   */
  readonly clashes?: () => (row: RowValues, line: number) => readonly RowIssue[]
  /** For each row, in order, the row as it is stored, or its issues. */
  readonly resolve?: (
    db: Db,
    rows: readonly RowValues[],
    file: readonly FileRow[],
  ) => Promise<readonly (RowValues | readonly RowIssue[])[]>
  /**
   * The checks of `resolve` whose answer may have changed when rows are written: repeated for rows as
   * they are stored, while the stored ones are locked.
   */
  readonly resolveAgain?: (
    db: Db,
    rows: readonly RowValues[],
  ) => Promise<readonly (RowValues | readonly RowIssue[])[]>
  /**
   * What is unusual about rows that are written all the same, for a person to decide: for each row, in
   * order.
   */
  readonly warnings?: (
    db: Db,
    rows: readonly WarningSubject[],
  ) => Promise<readonly (readonly RowIssue[])[]>
  /** The field that should be unique within a file, and the warning where it is not. */
  readonly uniqueField?: {
    readonly field: string
    readonly says: TextTemplate<readonly [line: number]>
  }
  readonly store: RowStore
  readonly withdrawal?: Withdrawal
  /** Why these rows, which an import added, can no longer be deleted; nothing when they can. */
  readonly explainRemovalRefusal?: (db: Db, ids: readonly string[]) => Promise<Text | undefined>
}
