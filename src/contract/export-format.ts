import * as v from 'valibot'
import { type DownloadCall, defineDownload } from './call.ts'
import {
  type RecordField,
  requiredKey,
  lazyCodec,
  recordCodec,
  encodeUnchanged,
  type CodecValue,
} from './codec.ts'
import type { StaffRole } from './roles.ts'
import { acceptIfCodeZero } from './rules.ts'

/** The file formats of an export. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
/** One of the formats. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const format = lazyCodec<ExportFormat>({
  decode: () => v.picklist(EXPORT_FORMATS),
  encode: encodeUnchanged,
})

// oxlint-disable-next-line typescript/no-explicit-any -- filters are of any type; each is inferred below
type Filter = Readonly<Record<string, RecordField<any>>>
type ExportInput<F extends Filter> = CodecValue<ReturnType<typeof recordCodec<F>>> & {
  readonly format: ExportFormat
}

/**
 * Declares an export of the office: a table as a file, filtered by the same fields as the screen on
 * which the user starts the export.
 */
export const defineExport = <F extends Filter>(
  path: `/api/manage/${string}`,
  who: readonly StaffRole[],
  filter: F,
): DownloadCall<ExportInput<F>> =>
  defineDownload({
    path,
    who,
    input: recordCodec({ ...filter, format: requiredKey('format', format) }) as DownloadCall<
      ExportInput<F>
    >['input'],
    rule: acceptIfCodeZero,
  })
