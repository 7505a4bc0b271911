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

/** Who imports anything at all; which kind, each kind says itself. */
const WHO: readonly StaffRole[] = ['administrator', 'admissions', 'finance', 'dorm-office']

/** What a row of a file does. */
export const IMPORT_ACTIONS = ['new', 'changed', 'withdrawn', 'refused'] as const
/** One of them. */
export type ImportAction = (typeof IMPORT_ACTIONS)[number]

/** Rows that would be written and about which something is odd are asked for by this. */
export const WARNED = 'warned'
/** By what rows of an import are asked for. */
export type ImportFilter = ImportAction | typeof WARNED

/** Why a line of a file brings nothing. */
export const SKIP_REASONS = ['title', 'headings', 'blank', 'example'] as const

/** How far an import has got. */
export const IMPORT_STATES = [
  /** The dry run is under way. */
  'checking',
  /** The dry run is done; nothing was changed yet. */
  'checked',
  /** The file is no table of this kind. */
  'unreadable',
  'applying',
  'applied',
  'taking-back',
  'taken-back',
  /** What the dry run compared with has changed since: the file is to be sent again. */
  'outdated',
] as const
/** One of them. */
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
/** What can be imported. */
export type ImportKind = CodecValue<typeof ImportKind>

const Skipped = record({
  why: key('why', oneOf(SKIP_REASONS)),
  count: key('count', wholeNumber),
  /** The first of them. */
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
  /** The worksheet that was read; '' for a file of text. */
  sheet: key('sheet', text()),
  /** Worksheets with rows, of which the person chooses one. */
  sheets: key('sheets', list(text())),
  /** All lines of the file: new, changed, unchanged, refused and skipped ones. */
  lines: key('lines', wholeNumber),
  skipped: key('skipped', list(Skipped)),
  added: key('added', wholeNumber),
  changed: key('changed', wholeNumber),
  unchanged: key('unchanged', wholeNumber),
  withdrawn: key('withdrawn', wholeNumber),
  refused: key('refused', wholeNumber),
  /** Of those that would be written, how many a person should look at. */
  warned: key('warned', wholeNumber),
  /** False while refused rows may be some of those that seem to be missing. */
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
  /** Of a changed row: the columns that change. */
  columns: key('columns', list(text())),
  troubles: key('troubles', list(Trouble)),
  warnings: key('warnings', list(Trouble)),
})
/** A row of an import that is not as it was. */
export type ImportRow = CodecValue<typeof Row>

const named = record({ id: key('id', text()) })

/** Data that comes in files: a dry run first, then all good rows or nothing, and back again. */
export const imports = {
  kinds: defineRead({
    path: '/api/manage/imports/kinds',
    who: WHO,
    offline: 'online-only',
    input: record({}),
    output: record({ kinds: key('data', list(ImportKind)) }),
    rule: codeZero,
  }),
  /** Who brought what and when, newest first. */
  list: defineRead({
    path: '/api/manage/imports/list',
    who: WHO,
    offline: 'online-only',
    input: record({ after: key('after', text()) }),
    output: record({ entries: key('data', list(Entry)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** How far one has got; asked again while it is under way. */
  one: defineRead({
    path: '/api/manage/imports/one',
    who: WHO,
    offline: 'online-only',
    input: named,
    output: record({ entry: key('data', Entry) }),
    rule: codeZero,
  }),
  /** What its rows do, in the order of the file. */
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
  /** Bring a file: its dry run begins. `sheet` is the worksheet that the person chose, or nothing. */
  upload: defineUpload({
    path: '/api/manage/imports/upload',
    who: WHO,
    textFields: ['kind', 'sheet'],
    maxBytes: 32 * 2 ** 20,
    output: named,
    rule: codeZero,
  }),
  /** Do what the dry run said: all of it, or its good rows. */
  apply: defineWrite({
    path: '/api/manage/imports/apply',
    who: WHO,
    ownsTransactions: true,
    input: record({
      id: key('id', text()),
      /** Where rows are refused, the others are taken none the less. */
      goodRows: key('goodRows', flag),
      /** What the file does not name any more is withdrawn. */
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
  /** The refused rows with the reasons, to be mended and sent again. */
  refusals: defineFile({
    path: '/api/manage/imports/refusals',
    who: WHO,
    parameter: 'id',
    allowsPlainLink: true,
  }),
  /** The empty file of a kind: `students.xlsx`, `students.csv`. */
  template: defineFile({
    path: '/api/manage/imports/template',
    who: WHO,
    parameter: 'file',
    allowsPlainLink: true,
  }),
}
