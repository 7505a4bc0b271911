import { type SelectQueryBuilder, sql } from 'kysely'
import type { ExportFormat } from '#contract/export-format'
import type { AuditAction } from '#i18n/audit-actions'
import type { LocalizedText } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import {
  type HandlerRequest,
  type DownloadHandler,
  staffDownloadHandler,
} from '../../platform/http/handler.ts'
import { maskNumbersIn } from '../../platform/masks.ts'
import { writeCsv } from '../../platform/sheets/csv.ts'
import type { SheetColumn, ExportSheet } from '../../platform/sheets/sheet.ts'
import { writeXlsx } from '../../platform/sheets/xlsx.ts'
import { recordAuditEntry } from './audit-log.ts'

/** The definition of an export: its rows and columns. */
interface ExportDefinition<Asked, Row extends KeyedRow> {
  /** The name of the file and of the worksheet; a function if it depends on the request. */
  readonly title: LocalizedText | TitleFor<Asked>
  /** The action in the audit log. */
  readonly action: AuditAction
  /** The columns; a function if they depend on the request. */
  readonly columns: readonly SheetColumn<Row>[] | ColumnsFor<Asked, Row>
  /** Selects the rows for the caller and filter, unordered, each with a unique key. */
  readonly rows: (ask: HandlerRequest<Asked>) => Promise<Rows<Row>> | Rows<Row>
}

type TitleFor<Asked> = (ask: HandlerRequest<Asked>) => Promise<LocalizedText>

type ColumnsFor<Asked, Row> = (ask: HandlerRequest<Asked>) => Promise<readonly SheetColumn<Row>[]>

interface KeyedRow {
  /** The column that identifies and orders the rows. */
  readonly key: string
}

// oxlint-disable-next-line typescript/no-explicit-any -- whatever tables a query stands on
type Rows<Row> = SelectQueryBuilder<DatabaseSchema & Record<string, any>, any, Row>

const BATCH = 2000

/**
 * Creates the handler of an export. It counts the rows, writes caller, number and filter to the
 * audit log, and streams the rows. Rows are read in batches, and no connection is occupied between
 * two batches, because a slow client would otherwise block the connection for other requests. A row
 * that changes during the export is sent in its old or its new state.
 */
export const createExportHandler = <
  Asked extends { readonly format: ExportFormat },
  Row extends KeyedRow,
>({
  title,
  action,
  columns,
  rows,
}: ExportDefinition<Asked, Row>): DownloadHandler<Asked> =>
  staffDownloadHandler(async (ask) => {
    const { db, input, language, now, staff } = ask
    const query = await rows(ask)
    const { format, ...filter } = input
    const amount = await countOf(db, query)
    await recordAuditEntry(db, {
      staff: staff.code,
      action,
      details: { format, filter: maskFilter(filter), rows: amount },
      now,
    })
    const named = (typeof title === 'function' ? await title(ask) : title)[language]
    const sheet: ExportSheet<Row> = {
      title: named,
      columns: typeof columns === 'function' ? await columns(ask) : columns,
      language,
      batches: batchesOf(db, query),
    }
    return {
      type: 'made',
      name: `${named} ${toChinaMinute(now).replace(':', '')}.${format}`,
      ...FORMATS[format](sheet),
    }
  })

// The audit log contains no phone numbers and no ID numbers.
const maskFilter = (filter: object) =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]: [string, unknown]) => [
      name,
      name === 'find' && typeof value === 'string' ? maskNumbersIn(value) : value,
    ]),
  )

const FORMATS = {
  csv: <Row>(sheet: ExportSheet<Row>) => ({
    contentType: 'text/csv; charset=utf-8',
    chunks: writeCsv(sheet),
  }),
  xlsx: <Row>(sheet: ExportSheet<Row>) => ({
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: writeXlsx(sheet),
  }),
}

async function countOf<Row>(db: Db, query: Rows<Row>): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from ${query} as found`.execute(db)
  return rows[0]?.amount ?? 0
}

async function* batchesOf<Row extends KeyedRow>(db: Db, query: Rows<Row>): AsyncGenerator<Row[]> {
  for (let after: string | undefined; ;) {
    const from = after === undefined ? sql`` : sql`where key > ${after}`
    const { rows } = await sql<Row>`
      select * from ${query} as found ${from} order by key limit ${BATCH}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)?.key
  }
}
