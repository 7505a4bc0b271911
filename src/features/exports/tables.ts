import type { StudentFilter } from '#contract/arrivals'
import type { DownloadCall } from '#contract/call'
import type { ExportFormat } from '#contract/export-format'
import { exports } from '#contract/exports'
import { exportWords } from '#words/exports'
import type { Text } from '#words/say'

type Asked = StudentFilter & { readonly format: ExportFormat }

const NAMES = [
  'arrivals',
  'notArrived',
  'family',
  'details',
  'travel',
  'uniform',
  'uniformSums',
  'living',
  'livingSums',
  'fees',
  'payments',
  'applications',
  'complaints',
] as const

/** A table on offer. */
export interface Offer {
  readonly name: Text
  readonly entry: DownloadCall<Asked>
}

/** The tables on offer, in the order of the contract. A new one needs its name in the words. */
export const offers: readonly Offer[] = NAMES.map((name) => ({
  name: exportWords[name],
  entry: exports[name],
}))
