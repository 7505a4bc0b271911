import type { Choice } from '#contract/campus-form-definition'
import { KNOWN_CHOICE_COLUMNS, type XlsformTable } from './read-tables.ts'
import { readWording, type XlsformLanguages } from './wordings.ts'
import type { XlsformReport } from './xlsform-report.ts'

const MOST_OF_A_LIST = 500
const MOST_OF_A_FORM = 2_000
const LONGEST_NAME = 64
const LONGEST_COLUMN = 200

/** Whether the text can be the name of a question, a list or a column. */
export const isXlsformName = (text: string): boolean => /^(?!__)[A-Za-z_][\w.-]{0,63}$/.test(text)

/** The lists of choices by their names in the file. */
export function readChoices(
  table: XlsformTable,
  { languages, report }: { languages: XlsformLanguages; report: XlsformReport },
): Map<string, Choice[]> {
  const lists = new Map<string, Choice[]>()
  const own = table.columns.filter(({ name, heading }) => {
    if (KNOWN_CHOICE_COLUMNS.has(name) || isXlsformName(name))
      return !KNOWN_CHOICE_COLUMNS.has(name)
    report.add({ sheet: table.sheet, line: table.line, column: heading, text: '' }, 'column')
    return false
  })
  let count = 0
  for (const row of table.rows) {
    const list = row.cell('list_name').text
    const nameCell = row.cell('name')
    if (list === '' && nameCell.text === '') continue
    const choices = lists.get(list) ?? []
    if (choices.length >= MOST_OF_A_LIST || count >= MOST_OF_A_FORM) {
      report.add(nameCell, 'too-many')
      if (count >= MOST_OF_A_FORM) break
      continue
    }
    const name = nameCell.text.replaceAll(/\s+/g, '_').slice(0, LONGEST_NAME)
    if (name === '' || choices.some((one) => one.name === name)) {
      report.add(nameCell, name === '' ? 'cell' : 'choice')
      continue
    }
    if (name !== nameCell.text) report.add(nameCell, 'name', name)
    const label = readWording(row, 'label', { languages, report })
    if (label === undefined) report.add({ ...row.cell('label'), text: '' }, 'label', name)
    for (const media of ['media::image', 'media::audio', 'media::video'])
      for (const cell of row.cells(media)) report.add(cell, 'cell')
    choices.push({
      name,
      label: label ?? { zh: name, en: '' },
      columns: Object.fromEntries(
        own.flatMap((column) => {
          const cell = row.cell(column.name)
          if (cell.text.length > LONGEST_COLUMN) report.add(cell, 'too-long')
          return cell.text === '' ? [] : [[column.name, cell.text.slice(0, LONGEST_COLUMN)]]
        }),
      ),
    })
    lists.set(list, choices)
    count += 1
  }
  return lists
}
