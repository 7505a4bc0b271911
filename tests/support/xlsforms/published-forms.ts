import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'

/** Sheets by name, each with its headings in the first row. */
export type Sheets = Readonly<Record<string, readonly (readonly string[])[]>>

/** The forms of the documentation of XLSForm, by their headings there. */
export const publishedForms: ReadonlyMap<string, Sheets> = new Map(
  readFileSync('tests/support/xlsforms/documentation.md', 'utf8')
    .split('\n## ')
    .slice(1)
    .map((section): [string, Sheets] => {
      const [heading = '', ...lines] = section.split('\n')
      const sheets: Record<string, string[][]> = {}
      let name = ''
      for (const line of lines)
        if (/^\w+$/.test(line)) name = line
        else if (line.startsWith('|') && !/^\|[\s|-]+$/.test(line))
          (sheets[name] ??= []).push(
            line
              .slice(1, -1)
              .split('|')
              .map((cell) => cell.trim()),
          )
      return [heading.trim(), sheets]
    }),
)

/** A workbook with these sheets. */
export const workbookOf = (sheets: Sheets): Promise<Uint8Array> =>
  writeXlsx({
    sheets: Object.entries(sheets).map(([name, rows]) => ({
      name,
      rows: rows.map((row) => [...row]),
    })),
  })
