import { stringify } from 'csv-stringify/sync'
import { writeXlsx } from 'hucre/xlsx'
import { EXAMPLE_ROW_MARKER } from './cells.ts'
import type { ImportKindDefinition } from './import-kind.ts'

/** The byte-order mark by which spreadsheet programs recognize UTF-8. */
export const UTF8_BYTE_ORDER_MARK = '\ufeff'

// The row is marked as an example, so that nobody takes it for a real row.
const exampleOf = (columns: ImportKindDefinition['columns']): string[] =>
  columns.map(({ example }, at) => (at === 0 ? EXAMPLE_ROW_MARKER + example : example))

/** The template of an import kind: its Chinese headings and one example row. */
export const createCsvTemplate = ({ columns }: ImportKindDefinition): string =>
  UTF8_BYTE_ORDER_MARK +
  stringify([columns.map(({ title }) => title.zh), exampleOf(columns)], {
    escape_formulas: true,
    record_delimiter: '\r\n',
  })

/** The template as XLSX; every column is formatted as text, so that numbers stay unchanged. */
export const createXlsxTemplate = ({ columns, title }: ImportKindDefinition): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      {
        name: title.zh
          .replace(/[\\/?*[\]:（）]/g, ' ')
          .slice(0, 31)
          .trim(),
        columns: columns.map((column) => ({
          key: column.field,
          header: column.title.zh,
          width: 18,
          numFmt: '@',
        })),
        data: [
          Object.fromEntries(
            exampleOf(columns).map((cell, at): [string, string] => [
              columns[at]?.field ?? '',
              cell,
            ]),
          ),
        ],
        freezePane: { rows: 1 },
      },
    ],
  })
