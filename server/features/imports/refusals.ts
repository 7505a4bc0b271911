import { stringify } from 'csv-stringify/sync'
import * as v from 'valibot'
import type { Language, Text } from '#words/say'
import type { Db } from '../../platform/database/database.ts'
import { REFUSAL_HEADINGS } from './headings.ts'
import { type DryTrouble, rowsOf } from './store.ts'
import { BOM } from './template.ts'

const Said: v.GenericSchema<unknown, Text> = v.object({ zh: v.string(), en: v.string() })
const Troubles: v.GenericSchema<unknown, DryTrouble[]> = v.array(
  v.object({ column: v.string(), value: v.string(), says: Said }),
)

/** What is wrong with a stored row. */
export const troublesIn = (stored: unknown): DryTrouble[] => v.parse(Troubles, stored ?? [])

const AT_ONCE = 2000

/**
 * The refused rows of an import as they came, each with its line and what is wrong with it. Its
 * columns are those of the file, so it can be mended and sent again.
 */
export async function refusalsFile(
  db: Db,
  { id, headings }: { readonly id: string; readonly headings: readonly string[] },
  language: Language,
): Promise<string> {
  const spell = (rows: readonly (readonly string[])[]) =>
    stringify([...rows], { escape_formulas: true, record_delimiter: '\r\n' })
  const own = headings.flatMap((heading, at) =>
    REFUSAL_HEADINGS.some((one) => one === heading) ? [] : [at],
  )
  let text = BOM + spell([[...own.map((at) => headings[at] ?? ''), ...REFUSAL_HEADINGS]])
  let after = ''
  for (;;) {
    const rows = await rowsOf(db, id, { actions: ['refused'], after, most: AT_ONCE })
    text += spell(
      rows.map(({ line, cells, troubles }) => {
        const wrong = troublesIn(troubles)
        const joined = (of: (one: DryTrouble) => string) => wrong.map(of).join('；')
        return [
          ...own.map((at) => cells?.[at] ?? ''),
          String(line),
          joined(({ column }) => column),
          joined(({ value }) => value),
          joined(({ column, says }) => `${column}：${says[language]}`),
        ]
      }),
    )
    if (rows.length < AT_ONCE) return text
    after = rows.at(-1)?.id ?? ''
  }
}
