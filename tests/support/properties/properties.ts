/** A property checked by the tests: its file, and how often it was checked. */
export interface PropertyEntry {
  readonly file: string
  /** The number of runs when its tests run normally. */
  readonly ordinaryRuns: number
  /**
   * The number of distinct runs in all long runs of `npm run test:properties`. The property held in
   * each.
   */
  readonly longRuns: number
}

/** Every property, by its name. */
export const PROPERTIES_BY_NAME = {
  outbox: { file: 'tests/offline/outbox-property.test.ts', ordinaryRuns: 150, longRuns: 190 },
  'campus-forms': {
    file: 'tests/offline/campus-form-property.test.ts',
    ordinaryRuns: 1,
    longRuns: 12,
  },
  'form-definitions': {
    file: 'tests/contract/campus-form-property.test.ts',
    ordinaryRuns: 200,
    longRuns: 3_000,
  },
  paper: {
    file: 'tests/offline/campus-model-property.test.ts',
    ordinaryRuns: 1_500,
    longRuns: 1_036_102,
  },
  'old-campus': {
    file: 'tests/offline/campus-model-property.test.ts',
    ordinaryRuns: 500,
    longRuns: 1_730,
  },
  payments: {
    file: 'tests/server/payment-property.test.ts',
    ordinaryRuns: 200,
    longRuns: 1_004_257,
  },
  books: { file: 'tests/server/books-property.test.ts', ordinaryRuns: 25, longRuns: 26 },
  inputs: {
    file: 'tests/server/call-input-properties.test.ts',
    ordinaryRuns: 1_500,
    longRuns: 284_332,
  },
  permissions: {
    file: 'tests/server/call-input-properties.test.ts',
    ordinaryRuns: 3_000,
    longRuns: 15_392,
  },
  schedule: { file: 'tests/offline/retry-schedule.test.ts', ordinaryRuns: 200, longRuns: 7_210 },
  scans: { file: 'tests/offline/arrival-scans.test.ts', ordinaryRuns: 40, longRuns: 180 },
  stations: { file: 'tests/offline/stations-property.test.ts', ordinaryRuns: 12, longRuns: 440 },
  'campus-rules': {
    file: 'tests/server/campus-rules-property.test.ts',
    ordinaryRuns: 12,
    longRuns: 30,
  },
  'lost-receipts': {
    file: 'tests/offline/receipt-check.test.ts',
    ordinaryRuns: 300,
    longRuns: 695,
  },
  timetable: {
    file: 'tests/server/timetable-property.test.ts',
    ordinaryRuns: 200,
    longRuns: 6_590,
  },
  'import-files': {
    file: 'tests/server/import-file-property.test.ts',
    ordinaryRuns: 200,
    longRuns: 16_333,
  },
  tables: { file: 'tests/server/import-round-trip.test.ts', ordinaryRuns: 100, longRuns: 200 },
  'import-exports': {
    file: 'tests/server/import-round-trip.test.ts',
    ordinaryRuns: 6,
    longRuns: 20,
  },
  'bed-allocation': {
    file: 'tests/server/bed-allocation-property.test.ts',
    ordinaryRuns: 100,
    longRuns: 1_675,
  },
  'event-loop': {
    file: 'tests/server/event-loop-property.test.ts',
    ordinaryRuns: 5,
    longRuns: 106,
  },
  audiences: { file: 'tests/server/audience-property.test.ts', ordinaryRuns: 40, longRuns: 940 },
} as const satisfies Readonly<Record<string, PropertyEntry>>

export type PropertyName = keyof typeof PROPERTIES_BY_NAME
