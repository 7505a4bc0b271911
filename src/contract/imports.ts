import * as v from 'valibot'
import { defineFile, defineRead, defineUpload, defineWrite } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { oneOfCodec, pageOf, textKeys, wholeNumberKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

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

const oneOf = <T extends string>(values: readonly T[]) => oneOfCodec(values)

const Column = recordCodec({
  title: textCodec(),
  needed: booleanCodec,
  example: textCodec(),
  about: textCodec(),
})

const ImportKind = recordCodec({
  ...textKeys('name', 'title', 'about'),
  withdraws: booleanCodec,
  columns: listCodec(Column),
})
/** A kind of data that can be imported. */
export type ImportKind = CodecValue<typeof ImportKind>

const Skipped = recordCodec({
  why: oneOf(SKIP_REASONS),
  count: wholeNumberCodec,
  /** The numbers of the first lines that were skipped for this reason. */
  lines: listCodec(wholeNumberCodec),
})

const Entry = recordCodec({
  ...textKeys('id', 'kind', 'title', 'file', 'sha256', 'format'),
  /** '' for the command line. */
  by: textCodec(),
  name: textCodec(),
  /** ISO instant. */
  at: textCodec(),
  state: oneOf(IMPORT_STATES),
  done: wholeNumberCodec,
  total: wholeNumberCodec,
  problem: textCodec(),
  unknown: listCodec(textCodec()),
  /** The headings of the campus's own fields that are read; only for a single import. */
  ownColumns: optionalKey('ownColumns', listCodec(textCodec())),
  /** The worksheet that was read; '' if the file is a text file. */
  sheet: textCodec(),
  /** The worksheets with rows, from which the user chooses one. */
  sheets: listCodec(textCodec()),
  /** The number of all lines of the file: new, changed, unchanged, refused and skipped ones. */
  lines: wholeNumberCodec,
  skipped: listCodec(Skipped),
  ...wholeNumberKeys('added', 'changed', 'unchanged', 'withdrawn', 'refused'),
  /** The number of rows that would be written and have warnings. */
  warned: wholeNumberCodec,
  /** False if rows that seem to be missing from the file might be among the refused rows. */
  absenceKnown: booleanCodec,
  appliedAt: nullableCodec(textCodec()),
  withdrew: booleanCodec,
  takenBackAt: nullableCodec(textCodec()),
})
/** An import as the office sees it. */
export type ImportEntry = CodecValue<typeof Entry>

const Issue = recordCodec(textKeys('column', 'value', 'says'))

const Row = recordCodec({
  id: textCodec(),
  line: wholeNumberCodec,
  key: textCodec(),
  /** For a changed row, the columns that change. */
  columns: listCodec(textCodec()),
  troubles: listCodec(Issue),
  warnings: listCodec(Issue),
})
/** A row of an import that differs from the stored data. */
export type ImportRow = CodecValue<typeof Row>

const named = recordCodec({ id: textCodec() })

/**
 * Imports of files. An import begins with a dry run; then all valid rows are written, or none. A
 * written import can be reverted.
 */
export const imports = {
  kinds: defineRead({
    path: '/api/manage/imports/kinds',
    who: WHO,
    input: recordCodec({}),
    output: recordCodec({ kinds: requiredKey('data', listCodec(ImportKind)) }),
  }),
  /** The imports, newest first. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/imports/list',
    who: WHO,
    input: recordCodec({ after: textCodec() }),
    output: pageOf('entries', Entry),
  }),
  /** The state of one import; fetched repeatedly while it is in progress. */
  one: defineRead({
    path: '/api/manage/imports/one',
    who: WHO,
    input: named,
    output: recordCodec({ entry: requiredKey('data', Entry) }),
  }),
  /** The rows of an import with one effect, in the order of the file. */
  rows: defineRead({
    path: '/api/manage/imports/rows',
    who: WHO,
    input: recordCodec({
      id: textCodec(),
      action: oneOf<ImportFilter>([...IMPORT_ACTIONS, WARNED_ROWS_FILTER]),
      after: textCodec(),
    }),
    output: pageOf('rows', Row),
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
  }),
  /** Writes the rows as the dry run found them: all rows, or only the valid rows. */
  apply: defineWrite({
    path: '/api/manage/imports/apply',
    who: WHO,
    ownsTransactions: true,
    input: recordCodec({
      id: textCodec(),
      /** Apply the valid rows even if others are refused. */
      goodRows: booleanCodec,
      /** Withdraw the rows that the file no longer contains. */
      withdraw: booleanCodec,
    }),
  }),
  takeBack: defineWrite({
    path: '/api/manage/imports/take-back',
    who: WHO,
    ownsTransactions: true,
    input: recordCodec({
      id: textCodec(),
      reason: textCodec(v.maxLength(200)),
    }),
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
