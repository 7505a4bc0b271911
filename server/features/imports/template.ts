import { stringify } from 'csv-stringify/sync'
import { writeXlsx } from 'hucre/xlsx'
import { EXAMPLE_MARKER } from './cells.ts'
import type { ImportKindDefinition } from './import-kind.ts'

/** What a spreadsheet program needs in front of UTF-8 to know it for that. */
export const BOM = '\ufeff'

// Marked as an example, so that no row that somebody means is taken for it.
const exampleOf = (columns: ImportKindDefinition['columns']): string[] =>
  columns.map(({ example }, at) => (at === 0 ? EXAMPLE_MARKER + example : example))

/** The empty file of a kind: its Chinese headings and one example row. */
export const csvTemplate = ({ columns }: ImportKindDefinition): string =>
  BOM +
  stringify([columns.map(({ title }) => title.zh), exampleOf(columns)], {
    escape_formulas: true,
    record_delimiter: '\r\n',
  })

/** The same for spreadsheet programs, with every column as text, so that no number is spoiled. */
export const xlsxTemplate = ({ columns, title }: ImportKindDefinition): Promise<Uint8Array> =>
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
