import { type DownloadCall, defineDownload } from './call.ts'
import { type RecordShape, recordCodec, type CodecValue } from './codec.ts'
import { oneOfCodec } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

/** The file formats of an export. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
/** One of the formats. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const format = oneOfCodec(EXPORT_FORMATS)

type ExportInput<F extends RecordShape> = CodecValue<ReturnType<typeof recordCodec<F>>> & {
  readonly format: ExportFormat
}

/**
 * Declares an export of the office: a table as a file, filtered by the same fields as the screen on
 * which the user starts the export.
 */
export const defineExport = <F extends RecordShape>(
  path: `/api/manage/${string}`,
  who: readonly StaffRole[],
  filter: F,
): DownloadCall<ExportInput<F>> =>
  defineDownload({
    path,
    who,
    input: recordCodec({ ...filter, format }) as DownloadCall<ExportInput<F>>['input'],
  })
