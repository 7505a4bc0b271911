import * as v from 'valibot'
import { defineFile, defineRead, defineUpload, defineWrite } from './call.ts'
import {
  flag,
  key,
  lazyCodec,
  list,
  maybe,
  record,
  text,
  passThrough,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import type { StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

/** The roles that may import; each kind of import has its own roles among them. */
const WHO: readonly StaffRole[] = ['administrator', 'admissions', 'finance', 'dorm-office']

/** The effect of a row of a file. */
export const IMPORT_ACTIONS = ['new', 'changed', 'withdrawn', 'refused'] as const
/** One of the effects. */
export type ImportAction = (typeof IMPORT_ACTIONS)[number]

/** The filter for rows that would be written but have warnings. */
export const WARNED = 'warned'
/** The filter of an import's rows. */
export type ImportFilter = ImportAction | typeof WARNED

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
   * The data that the dry run compared with has changed since: the file has to be uploaded again.
   */
  'outdated',
] as const
/** One of the states. */
export type ImportState = (typeof IMPORT_STATES)[number]

const oneOf = <T extends string>(values: readonly T[]) =>
  lazyCodec<T>({ decode: () => v.picklist(values), encode: passThrough })

const Column = record({
  title: key('title', text()),
  needed: key('needed', flag),
  example: key('example', text()),
  about: key('about', text()),
})

const ImportKind = record({
  name: key('name', text()),
  title: key('title', text()),
  about: key('about', text()),
  withdraws: key('withdraws', flag),
  columns: key('columns', list(Column)),
})
/** A kind of data that can be imported. */
export type ImportKind = CodecValue<typeof ImportKind>

const Skipped = record({
  why: key('why', oneOf(SKIP_REASONS)),
  count: key('count', wholeNumber),
  /** The numbers of the first such lines. */
  lines: key('lines', list(wholeNumber)),
})

const Entry = record({
  id: key('id', text()),
  kind: key('kind', text()),
  title: key('title', text()),
  file: key('file', text()),
  sha256: key('sha256', text()),
  format: key('format', text()),
  /** '' for the command line. */
  by: key('by', text()),
  name: key('name', text()),
  /** ISO instant. */
  at: key('at', text()),
  state: key('state', oneOf(IMPORT_STATES)),
  done: key('done', wholeNumber),
  total: key('total', wholeNumber),
  problem: key('problem', text()),
  unknown: key('unknown', list(text())),
  /** The worksheet that was read; '' for a text file. */
  sheet: key('sheet', text()),
  /** The worksheets with rows, from which the user chooses one. */
  sheets: key('sheets', list(text())),
  /** The number of all lines of the file: new, changed, unchanged, refused and skipped ones. */
  lines: key('lines', wholeNumber),
  skipped: key('skipped', list(Skipped)),
  added: key('added', wholeNumber),
  changed: key('changed', wholeNumber),
  unchanged: key('unchanged', wholeNumber),
  withdrawn: key('withdrawn', wholeNumber),
  refused: key('refused', wholeNumber),
  /** The number of rows that would be written and have warnings. */
  warned: key('warned', wholeNumber),
  /** False if refused rows may be among those that seem to be missing. */
  absenceKnown: key('absenceKnown', flag),
  appliedAt: key('appliedAt', maybe(text())),
  withdrew: key('withdrew', flag),
  takenBackAt: key('takenBackAt', maybe(text())),
})
/** An import as the office sees it. */
export type ImportEntry = CodecValue<typeof Entry>

const Trouble = record({
  column: key('column', text()),
  value: key('value', text()),
  says: key('says', text()),
})

const Row = record({
  id: key('id', text()),
  line: key('line', wholeNumber),
  key: key('key', text()),
  /** For a changed row, the columns that change. */
  columns: key('columns', list(text())),
  troubles: key('troubles', list(Trouble)),
  warnings: key('warnings', list(Trouble)),
})
/** A row of an import that differs from the stored data. */
export type ImportRow = CodecValue<typeof Row>

const named = record({ id: key('id', text()) })

/**
 * Imports of files: first a dry run, then all valid rows or none, and the possibility to revert.
 */
export const imports = {
  kinds: defineRead({
    path: '/api/manage/imports/kinds',
    who: WHO,
    offline: 'online-only',
    input: record({}),
    output: record({ kinds: key('data', list(ImportKind)) }),
    rule: codeZero,
  }),
  /** The imports, newest first. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/imports/list',
    who: WHO,
    offline: 'online-only',
    input: record({ after: key('after', text()) }),
    output: record({ entries: key('data', list(Entry)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** The state of one import; fetched repeatedly while it is in progress. */
  one: defineRead({
    path: '/api/manage/imports/one',
    who: WHO,
    offline: 'online-only',
    input: named,
    output: record({ entry: key('data', Entry) }),
    rule: codeZero,
  }),
  /** The rows of an import with one effect, in the order of the file. */
  rows: defineRead({
    path: '/api/manage/imports/rows',
    who: WHO,
    offline: 'online-only',
    input: record({
      id: key('id', text()),
      action: key('action', oneOf<ImportFilter>([...IMPORT_ACTIONS, WARNED])),
      after: key('after', text()),
    }),
    output: record({ rows: key('data', list(Row)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /**
   * Uploads a file and starts its dry run. `sheet` is the worksheet that the user chose, or absent.
   */
  upload: defineUpload({
    path: '/api/manage/imports/upload',
    who: WHO,
    textFields: ['kind', 'sheet'],
    maxBytes: 32 * 2 ** 20,
    output: named,
    rule: codeZero,
  }),
  /** Applies the result of the dry run: all rows, or the valid ones. */
  apply: defineWrite({
    path: '/api/manage/imports/apply',
    who: WHO,
    ownsTransactions: true,
    input: record({
      id: key('id', text()),
      /** Apply the valid rows even if others are refused. */
      goodRows: key('goodRows', flag),
      /** Withdraw the rows that the file no longer contains. */
      withdraw: key('withdraw', flag),
    }),
    output: record({}),
    rule: codeZero,
  }),
  takeBack: defineWrite({
    path: '/api/manage/imports/take-back',
    who: WHO,
    ownsTransactions: true,
    input: record({ id: key('id', text()), reason: key('reason', text(v.maxLength(200))) }),
    output: record({}),
    rule: codeZero,
  }),
  /** The refused rows with the reasons, to be corrected and uploaded again. */
  refusals: defineFile({
    path: '/api/manage/imports/refusals',
    who: WHO,
    parameter: 'id',
    allowsPlainLink: true,
  }),
  /** The template of a kind, a file without rows: `students.xlsx`, `students.csv`. */
  template: defineFile({
    path: '/api/manage/imports/template',
    who: WHO,
    parameter: 'file',
    allowsPlainLink: true,
  }),
}
