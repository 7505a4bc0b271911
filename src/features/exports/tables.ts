import type { StudentFilter } from '#contract/arrivals'
import type { DownloadCall } from '#contract/call'
import type { ExportFormat } from '#contract/export-format'
import { exports } from '#contract/exports'
import { exportWords } from '#words/exports'
import type { Text } from '#words/say'

type Asked = StudentFilter & { readonly format: ExportFormat }

/** A table on offer. */
export interface Offer {
  readonly name: Text
  readonly entry: DownloadCall<Asked>
}

/** The tables on offer, in the order of the page. A new one adds a line. */
export const offers: readonly Offer[] = [
  { name: exportWords.arrivals, entry: exports.arrivals },
  { name: exportWords.notArrived, entry: exports.notArrived },
]
