import type { StaffRole } from '#contract/roles'
import type { LocalizedText, TextTemplate } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'

/*
 * An import kind is the type of records in a file: students, lessons, charges. To add a kind, write
 * `kinds/<kind>.ts`, which exports an `ImportKindDefinition`, and add a line to `kinds/index.ts`.
 * The console, the command line, the templates and the documentation read that list.
 *
 * A file is processed in batches of some hundred rows (`dry-run.ts`, then `apply.ts`):
 *
 *  1. `read`     each cell becomes a value by the `read` of its column (`cell-readers.ts`), or an
 *                issue;
 *  2. `check`    finds issues of a row alone, without the database;
 *  3. `resolve`  compares with the database: a student's number becomes a code, and an unknown
 *                number an issue. From here on a row has the fields that are STORED;
 *  4. `store.find`   finds the stored row, or none: the row is new, changed or unchanged;
 *  5. `withdrawal.absent`   finds stored rows of the same scope that are missing from the file;
 *  6. `store.add`, `store.change`, `withdrawal.withdraw`   apply the import, in one transaction.
 *
 * Reverting an import undoes step 6: it restores the rows as they were before the import. An import
 * cannot be reverted in these cases:
 *
 *  - a later import has changed one of its rows;
 *  - one of its rows has changed since the import;
 *  - `explainRemovalRefusal` refuses it;
 *  - another table refers to a row that would be deleted (the foreign key refuses it).
 *
 * Most tables need no SQL of their own: `tableStore` in `table-store.ts` makes `store` and
 * `withdrawal` from the names and types of the columns. `kinds/students.ts` is the example.
 */

/** A stored value; days are YYYY-MM-DD, timestamps ISO, amounts fen. */
export type CellValue = string | number | boolean | null | readonly string[]

/** A row by the names of its fields. */
export type RowValues = Readonly<Record<string, CellValue>>

/** An issue of a row; `field` is the column's, '' for the whole row. */
export interface RowIssue {
  readonly field: string
  readonly says: LocalizedText
}

/** The value of a cell, or its issue. The text that is read is trimmed and not empty. */
export type CellReadResult = { readonly value: CellValue } | { readonly says: LocalizedText }

/** Facts about a file that apply to all its cells. */
export interface ImportFileFacts {
  /** Whether the serial numbers of days count from 1904. */
  readonly from1904?: boolean
  /**
   * Whether the file is plain text. Programs put a prefix before cells of such files against
   * formula injection.
   */
  readonly isText?: boolean
  /** Today in China, YYYY-MM-DD. */
  readonly today?: string
}

/** A column of the file. */
export interface ImportColumn {
  readonly field: string
  /** The heading in the template. A file can have the Chinese or the English heading. */
  readonly title: LocalizedText
  /** Other accepted headings. */
  readonly aliases?: readonly string[]
  /** Whether the file must have this column, without blank cells. */
  readonly needed?: true
  readonly read: (text: string, facts?: ImportFileFacts) => CellReadResult
  /**
   * The value of a blank cell, and of a new row if the file does not have this column; null by
   * default. If the file does not have the column, an existing row keeps its value.
   */
  readonly blank?: CellValue
  /** Whether a blank cell is ignored, so that an existing row keeps its value. */
  readonly isBlankIgnored?: true
  /** The largest number of characters in a cell; by default a thousand. */
  readonly maxCharacters?: number
  /** The text of this column in the template's example row. */
  readonly example: string
  /** The accepted values, for the documentation, if `title` does not explain them. */
  readonly about?: LocalizedText
}

/** Who applies or reverts an import. */
export interface ImportOrigin {
  readonly import: string
  /** The code of the staff member; null for the command line. */
  readonly by: string | null
  /** The reason of a revert; '' otherwise. */
  readonly reason: string
}

/** A row of the database. `id` never changes. */
export interface StoredRow {
  readonly id: string
  readonly row: RowValues
  readonly withdrawn: boolean
}

/** The storage of an import kind's rows. All operations work on batches of some hundred rows. */
export interface RowStore {
  /**
   * Finds the stored row of each row, in order: undefined for a new row, or an issue if the stored
   * row cannot be determined. `taken`: the ids that earlier batches have matched, for kinds that
   * choose among several stored rows.
   */
  readonly find: (
    db: Db,
    rows: readonly RowValues[],
    taken?: ReadonlySet<string>,
  ) => Promise<readonly (StoredRow | RowIssue | undefined)[]>
  /**
   * Finds stored rows that are the same as the rows to be written; by default `find`. Kinds that
   * choose among several stored rows have it, because the rows that a file leaves unchanged are not
   * known when it is written.
   */
  readonly findSame?: (
    db: Db,
    rows: readonly RowValues[],
  ) => Promise<readonly (StoredRow | RowIssue | undefined)[]>
  /**
   * Reads the rows with these ids; inside a transaction they are locked. `fields`: the fields that
   * are compared, by default all.
   */
  readonly byId: (
    db: Db,
    ids: readonly string[],
    fields?: readonly string[],
  ) => Promise<readonly StoredRow[]>
  /** Adds rows; resolves to their ids in the same order. */
  readonly add: (
    db: Db,
    rows: readonly RowValues[],
    now: Date,
    origin: ImportOrigin,
  ) => Promise<readonly string[]>
  /** Changes the fields that a row contains. */
  readonly change: (
    db: Db,
    rows: readonly { readonly id: string; readonly row: RowValues }[],
    now: Date,
    origin: ImportOrigin,
  ) => Promise<void>
  /** Deletes rows that an import has added; used when the import is reverted. */
  readonly remove: (
    db: Db,
    ids: readonly string[],
    now: Date,
    origin: ImportOrigin,
  ) => Promise<void>
}

/**
 * How rows that are missing from the file are withdrawn. Withdrawn rows are marked, not deleted.
 */
export interface MissingRowWithdrawal {
  /**
   * The scope of a row, such as `2026 new`. A stored row counts as missing from a file only if the
   * file contains rows of the same scope.
   */
  readonly scopeOf: (row: RowValues) => string
  /**
   * Finds the stored rows of these scopes that are not withdrawn and whose ids are not among these.
   */
  readonly absent: (
    db: Db,
    what: { readonly scopes: readonly string[]; readonly ids: readonly string[] },
  ) => Promise<readonly StoredRow[]>
  /** Locks the rows of other tables on which `absent` depends. */
  readonly lock?: (tx: Db, ids: readonly string[]) => Promise<void>
  readonly withdraw: (
    db: Db,
    ids: readonly string[],
    now: Date,
    origin: ImportOrigin,
  ) => Promise<void>
  readonly restore: (
    db: Db,
    ids: readonly string[],
    now: Date,
    origin: ImportOrigin,
  ) => Promise<void>
}

/** A row that would be written and that is checked for warnings. */
export interface WarningCheckedRow {
  /** The id of the stored row; null for a new one. */
  readonly id: string | null
  /** The values as they would be stored. */
  readonly row: RowValues
  /** The values as in the file, including the columns that are only compared. */
  readonly read: RowValues
}

/**
 * The name by which people recognize rows on offer, besides their number. The name is unique. The
 * office's editors have the same rule (`toDuplicateKey`).
 */
export interface RowIdentity {
  /** The field of the name, for which an issue is reported. */
  readonly field: string
  /** The fields within which a name is unique. */
  readonly within: readonly string[]
  /** Finds the rows currently on offer. */
  readonly findOffered: (db: Db) => Promise<readonly StoredRow[]>
}

/** The line of a row that is passed to `resolve`, in the same order. */
export interface FileRow {
  readonly line: number
  /** Whether the row has no issues of its own; a refused row does not conflict with other rows. */
  readonly isGood: boolean
}

/** The type of records in a file. */
export interface ImportKindDefinition {
  /** The name, as in `--kind students`. */
  readonly name: string
  readonly title: LocalizedText
  /** One sentence about the content, and about what has to be imported before. */
  readonly about: LocalizedText
  /** The roles that are allowed to import this kind. */
  readonly roles: readonly StaffRole[]
  readonly columns: readonly ImportColumn[]
  /** Reads the columns of this campus, if they depend on lists that the office edits. */
  readonly campusColumns?: (db: Db) => Promise<readonly ImportColumn[]>
  /** Whether the rows are free text. If so, a row that begins with 合计 is not always a total. */
  readonly isOfWords?: true
  /**
   * The keys of a row within its file, determined without the database. Two rows with a key in
   * common are refused.
   */
  readonly keysOf: (row: RowValues) => readonly string[]
  /**
   * The keys of a row as it would be stored, for kinds in which rows with different keys can name the
   * same record, such as a student by student number and by exam number.
   */
  readonly storedKeysOf?: (row: RowValues) => readonly string[]
  readonly check?: (row: RowValues) => readonly RowIssue[]
  readonly identity?: RowIdentity
  /** Converts each row, in order, to the row to be stored, or to its issues. */
  readonly resolve?: (
    db: Db,
    rows: readonly RowValues[],
    file: readonly FileRow[],
    now: Date,
  ) => Promise<readonly (RowValues | readonly RowIssue[])[]>
  /**
   * Repeats those checks of `resolve` whose result might have changed since the dry run. It checks
   * the rows to be stored while the stored rows are locked.
   */
  readonly resolveAgain?: (
    db: Db,
    rows: readonly RowValues[],
  ) => Promise<readonly (RowValues | readonly RowIssue[])[]>
  /**
   * Finds what is unusual about each row, in order. Such rows are written if the user decides so.
   */
  readonly warnings?: (
    db: Db,
    rows: readonly WarningCheckedRow[],
    now: Date,
  ) => Promise<readonly (readonly RowIssue[])[]>
  /**
   * Finds conflicts between rows of one file beyond their keys, as warnings. It is called once for
   * each file, and only rows that would be written are checked.
   */
  readonly clashes?: (db: Db) => Promise<(row: RowValues, line: number) => readonly RowIssue[]>
  /** A field that should be unique within a file, and the warning if it is not. */
  readonly uniqueField?: {
    readonly field: string
    readonly says: TextTemplate<readonly [line: number]>
  }
  /**
   * Locks what has to be locked before the rows, once for the whole import, when it is applied or
   * reverted.
   */
  readonly lock?: (tx: Db, id: string) => Promise<void>
  readonly store: RowStore
  readonly withdrawal?: MissingRowWithdrawal
  /**
   * Explains why these rows, which an import has added, can no longer be deleted; undefined if they
   * can.
   */
  readonly explainRemovalRefusal?: (
    db: Db,
    ids: readonly string[],
  ) => Promise<LocalizedText | undefined>
}
