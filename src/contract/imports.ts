import * as v from 'valibot'
import { defineFile, defineRead, defineUpload, defineWrite } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  lazyCodec,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  textCodec,
  encodeUnchanged,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import type { StaffRole } from './roles.ts'
import { acceptIfCodeZero } from './rules.ts'

/** The roles that are allowed to import; each kind of import allows some of these roles. */
const WHO: readonly StaffRole[] = ['administrator', 'admissions', 'finance', 'dorm-office']

/** The effect of a row of a file. */
export const IMPORT_ACTIONS = ['new', 'changed', 'withdrawn', 'refused'] as const
/** One of the effects. */
export type ImportAction = (typeof IMPORT_ACTIONS)[number]

/** The filter for rows that would be written but have warnings. */
export const WARNED_ROWS_FILTER = 'warned'
/** The filter of an import's rows. */
export type ImportFilter = ImportAction | typeof WARNED_ROWS_FILTER

/** Why a line of a file is skipped. */
export const SKIP_REASONS = ['title', 'headings', 'blank', 'example'] as const

/** The states of an import. */
export const IMPORT_STATES = [
  /** The dry run is in progress. */
  'checking',
  /** The dry run is finished; nothing was changed yet. */
  'checked',
  /** The file is not a table of this kind. */
  'unreadable',
  'applying',
  'applied',
  'taking-back',
  'taken-back',
  /**
   * The stored data have changed since the dry run compared them with the file: the file has to be
   * uploaded again.
   */
  'outdated',
] as const
/** One of the states. */
export type ImportState = (typeof IMPORT_STATES)[number]

const oneOf = <T extends string>(values: readonly T[]) =>
  lazyCodec<T>({ decode: () => v.picklist(values), encode: encodeUnchanged })

const Column = recordCodec({
  title: requiredKey('title', textCodec()),
  needed: requiredKey('needed', booleanCodec),
  example: requiredKey('example', textCodec()),
  about: requiredKey('about', textCodec()),
})

const ImportKind = recordCodec({
  name: requiredKey('name', textCodec()),
  title: requiredKey('title', textCodec()),
  about: requiredKey('about', textCodec()),
  withdraws: requiredKey('withdraws', booleanCodec),
  columns: requiredKey('columns', listCodec(Column)),
})
/** A kind of data that can be imported. */
export type ImportKind = CodecValue<typeof ImportKind>

const Skipped = recordCodec({
  why: requiredKey('why', oneOf(SKIP_REASONS)),
  count: requiredKey('count', wholeNumberCodec),
  /** The numbers of the first lines that were skipped for this reason. */
  lines: requiredKey('lines', listCodec(wholeNumberCodec)),
})

const Entry = recordCodec({
  id: requiredKey('id', textCodec()),
  kind: requiredKey('kind', textCodec()),
  title: requiredKey('title', textCodec()),
  file: requiredKey('file', textCodec()),
  sha256: requiredKey('sha256', textCodec()),
  format: requiredKey('format', textCodec()),
  /** '' for the command line. */
  by: requiredKey('by', textCodec()),
  name: requiredKey('name', textCodec()),
  /** ISO instant. */
  at: requiredKey('at', textCodec()),
  state: requiredKey('state', oneOf(IMPORT_STATES)),
  done: requiredKey('done', wholeNumberCodec),
  total: requiredKey('total', wholeNumberCodec),
  problem: requiredKey('problem', textCodec()),
  unknown: requiredKey('unknown', listCodec(textCodec())),
  /** The headings of the campus's own fields that are read; only for a single import. */
  ownColumns: optionalKey('ownColumns', listCodec(textCodec())),
  /** The worksheet that was read; '' if the file is a text file. */
  sheet: requiredKey('sheet', textCodec()),
  /** The worksheets with rows, from which the user chooses one. */
  sheets: requiredKey('sheets', listCodec(textCodec())),
  /** The number of all lines of the file: new, changed, unchanged, refused and skipped ones. */
  lines: requiredKey('lines', wholeNumberCodec),
  skipped: requiredKey('skipped', listCodec(Skipped)),
  added: requiredKey('added', wholeNumberCodec),
  changed: requiredKey('changed', wholeNumberCodec),
  unchanged: requiredKey('unchanged', wholeNumberCodec),
  withdrawn: requiredKey('withdrawn', wholeNumberCodec),
  refused: requiredKey('refused', wholeNumberCodec),
  /** The number of rows that would be written and have warnings. */
  warned: requiredKey('warned', wholeNumberCodec),
  /** False if rows that seem to be missing from the file might be among the refused rows. */
  absenceKnown: requiredKey('absenceKnown', booleanCodec),
  appliedAt: requiredKey('appliedAt', nullableCodec(textCodec())),
  withdrew: requiredKey('withdrew', booleanCodec),
  takenBackAt: requiredKey('takenBackAt', nullableCodec(textCodec())),
})
/** An import as the office sees it. */
export type ImportEntry = CodecValue<typeof Entry>

const Issue = recordCodec({
  column: requiredKey('column', textCodec()),
  value: requiredKey('value', textCodec()),
  says: requiredKey('says', textCodec()),
})

const Row = recordCodec({
  id: requiredKey('id', textCodec()),
  line: requiredKey('line', wholeNumberCodec),
  key: requiredKey('key', textCodec()),
  /** For a changed row, the columns that change. */
  columns: requiredKey('columns', listCodec(textCodec())),
  troubles: requiredKey('troubles', listCodec(Issue)),
  warnings: requiredKey('warnings', listCodec(Issue)),
})
/** A row of an import that differs from the stored data. */
export type ImportRow = CodecValue<typeof Row>

const named = recordCodec({ id: requiredKey('id', textCodec()) })

/**
 * Imports of files. An import begins with a dry run; then all valid rows are written, or none. A
 * written import can be reverted.
 */
export const imports = {
  kinds: defineRead({
    path: '/api/manage/imports/kinds',
    who: WHO,
    offline: 'online-only',
    input: recordCodec({}),
    output: recordCodec({ kinds: requiredKey('data', listCodec(ImportKind)) }),
    rule: acceptIfCodeZero,
  }),
  /** The imports, newest first. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/imports/list',
    who: WHO,
    offline: 'online-only',
    input: recordCodec({ after: requiredKey('after', textCodec()) }),
    output: recordCodec({
      entries: requiredKey('data', listCodec(Entry)),
      next: requiredKey('next', textCodec()),
    }),
    rule: acceptIfCodeZero,
  }),
  /** The state of one import; fetched repeatedly while it is in progress. */
  one: defineRead({
    path: '/api/manage/imports/one',
    who: WHO,
    offline: 'online-only',
    input: named,
    output: recordCodec({ entry: requiredKey('data', Entry) }),
    rule: acceptIfCodeZero,
  }),
  /** The rows of an import with one effect, in the order of the file. */
  rows: defineRead({
    path: '/api/manage/imports/rows',
    who: WHO,
    offline: 'online-only',
    input: recordCodec({
      id: requiredKey('id', textCodec()),
      action: requiredKey('action', oneOf<ImportFilter>([...IMPORT_ACTIONS, WARNED_ROWS_FILTER])),
      after: requiredKey('after', textCodec()),
    }),
    output: recordCodec({
      rows: requiredKey('data', listCodec(Row)),
      next: requiredKey('next', textCodec()),
    }),
    rule: acceptIfCodeZero,
  }),
  /**
   * Uploads a file and starts its dry run. `sheet` is the worksheet that the user chose; absent if
   * the user has not chosen one.
   */
  upload: defineUpload({
    path: '/api/manage/imports/upload',
    who: WHO,
    textFields: ['kind', 'sheet'],
    maxBytes: 32 * 2 ** 20,
    output: named,
    rule: acceptIfCodeZero,
  }),
  /** Writes the rows as the dry run found them: all rows, or only the valid rows. */
  apply: defineWrite({
    path: '/api/manage/imports/apply',
    who: WHO,
    ownsTransactions: true,
    input: recordCodec({
      id: requiredKey('id', textCodec()),
      /** Apply the valid rows even if others are refused. */
      goodRows: requiredKey('goodRows', booleanCodec),
      /** Withdraw the rows that the file no longer contains. */
      withdraw: requiredKey('withdraw', booleanCodec),
    }),
    output: recordCodec({}),
    rule: acceptIfCodeZero,
  }),
  takeBack: defineWrite({
    path: '/api/manage/imports/take-back',
    who: WHO,
    ownsTransactions: true,
    input: recordCodec({
      id: requiredKey('id', textCodec()),
      reason: requiredKey('reason', textCodec(v.maxLength(200))),
    }),
    output: recordCodec({}),
    rule: acceptIfCodeZero,
  }),
  /** The refused rows with the reasons, so that the user can correct and upload them again. */
  refusals: defineFile({
    path: '/api/manage/imports/refusals',
    who: WHO,
    parameter: 'id',
    allowsPlainLink: true,
  }),
  /** The template of an import kind, a file without rows: `students.xlsx`, `students.csv`. */
  template: defineFile({
    path: '/api/manage/imports/template',
    who: WHO,
    parameter: 'file',
    allowsPlainLink: true,
  }),
}
