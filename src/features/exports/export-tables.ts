import type { ArrivalFilter } from '#contract/arrivals'
import type { DownloadCall } from '#contract/call'
import type { ExportFormat } from '#contract/export-format'
import { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import type { LocalizedText } from '#i18n/translate'

type ExportRequest = ArrivalFilter & { readonly format: ExportFormat }
type YearExportRequest = ExportRequest & { readonly year: string | undefined }

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
  'complaints',
  'beds',
  'freeBeds',
  'classRosters',
  'progress',
  'arrivalPlan',
  'staff',
] as const
const MONEY = ['fees', 'payments', 'applications'] as const

/** An available table; a finance table can also be filtered by fee year. */
export type ExportTable = { readonly name: LocalizedText } & (
  | { readonly isMoney: false; readonly entry: DownloadCall<ExportRequest> }
  | { readonly isMoney: true; readonly entry: DownloadCall<YearExportRequest> }
)

/** The available tables. A new one needs its name in the texts. */
export const exportTables: readonly ExportTable[] = [
  ...NAMES.map((name) => ({
    name: exportTexts[name],
    isMoney: false as const,
    entry: exports[name],
  })),
  ...MONEY.map((name) => ({
    name: exportTexts[name],
    isMoney: true as const,
    entry: exports[name],
  })),
]
