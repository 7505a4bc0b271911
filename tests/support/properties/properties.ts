/** A law of the tests: where it stands, and how often it was tried. */
export interface PropertyEntry {
  readonly file: string
  /** Histories in an ordinary run of its tests. */
  readonly ordinarily: number
  /** Different histories that `npm run prove` lived in all its long runs; it held in each. */
  readonly inLongRuns: number
}

/** Every law, by its name. */
export const PROPERTIES = {
  outbox: { file: 'tests/offline/outbox-property.test.ts', ordinarily: 150, inLongRuns: 190 },
  paper: {
    file: 'tests/offline/campus-model-property.test.ts',
    ordinarily: 1_500,
    inLongRuns: 1_036_102,
  },
  'old-campus': {
    file: 'tests/offline/campus-model-property.test.ts',
    ordinarily: 500,
    inLongRuns: 1_730,
  },
  payments: {
    file: 'tests/server/payment-property.test.ts',
    ordinarily: 600,
    inLongRuns: 1_004_257,
  },
  inputs: {
    file: 'tests/server/call-input-properties.test.ts',
    ordinarily: 3_000,
    inLongRuns: 284_332,
  },
  permissions: {
    file: 'tests/server/call-input-properties.test.ts',
    ordinarily: 3_000,
    inLongRuns: 15_392,
  },
  schedule: { file: 'tests/offline/retry-schedule.test.ts', ordinarily: 200, inLongRuns: 7_210 },
  scans: { file: 'tests/offline/arrival-scans.test.ts', ordinarily: 40, inLongRuns: 180 },
  'lost-receipts': {
    file: 'tests/offline/receipt-check.test.ts',
    ordinarily: 300,
    inLongRuns: 695,
  },
} as const satisfies Readonly<Record<string, PropertyEntry>>

export type PropertyName = keyof typeof PROPERTIES
