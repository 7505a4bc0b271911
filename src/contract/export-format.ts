import * as v from 'valibot'
import { type DownloadCall, download } from './call.ts'
import { type Field, key, late, record, unchanged, type Value } from './codec.ts'
import type { StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

/** What a table is exported as. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
/** One of them. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const format = late<ExportFormat>({ decode: () => v.picklist(EXPORT_FORMATS), encode: unchanged })

// oxlint-disable-next-line typescript/no-explicit-any -- filters are of any type; each is inferred below
type Filter = Readonly<Record<string, Field<any>>>
type Asked<F extends Filter> = Value<ReturnType<typeof record<F>>> & {
  readonly format: ExportFormat
}

/**
 * Declare an export of the office: a table as a file, narrowed by the same fields as the screen
 * that it starts from.
 */
export const exportCall = <F extends Filter>(
  path: `/api/manage/${string}`,
  who: readonly StaffRole[],
  filter: F,
): DownloadCall<Asked<F>> =>
  download({
    path,
    who,
    input: record({ ...filter, format: key('format', format) }) as DownloadCall<Asked<F>>['input'],
    rule: codeZero,
  })
