import {
  type Choice,
  isItemName,
  MOST_CHOICES,
  MOST_CHOICES_OF_A_LIST,
} from '#contract/campus-form-definition'
import { ACKNOWLEDGEMENT_LIST } from './campus-columns.ts'
import { KNOWN_CHOICE_COLUMNS, type XlsformTable } from './read-tables.ts'
import { readWording, type WordingTools } from './wordings.ts'

const LONGEST_NAME = 64
const LONGEST_COLUMN = 200

/** The lists of choices by their names in the file. */
export function readChoices(
  table: XlsformTable,
  tools: WordingTools,
): Map<string, readonly Choice[]> {
  const { report } = tools
  const lists = new Map<string, Choice[]>()
  const own = table.columns.filter(({ name, heading }) => {
    if (KNOWN_CHOICE_COLUMNS.has(name) || isItemName(name)) return !KNOWN_CHOICE_COLUMNS.has(name)
    report.add({ sheet: table.sheet, line: table.line, column: heading, text: '' }, 'column')
    return false
  })
  let count = 0
  for (const row of table.rows) {
    const list = row.cell('list_name').text
    const nameCell = row.cell('name')
    if (list === '' && nameCell.text === '') continue
    const choices = lists.get(list) ?? []
    if (choices.length >= MOST_CHOICES_OF_A_LIST || count >= MOST_CHOICES) {
      report.add(nameCell, 'too-many')
      if (count >= MOST_CHOICES) break
      continue
    }
    const name = nameCell.text.replaceAll(/\s+/g, '_').slice(0, LONGEST_NAME)
    if (name === '' || choices.some((one) => one.name === name)) {
      report.add(nameCell, name === '' ? 'cell' : 'choice')
      continue
    }
    if (name !== nameCell.text) report.add(nameCell, 'name', name)
    const label = readWording(row, 'label', tools)
    if (label === undefined) report.add({ ...row.cell('label'), text: '' }, 'label', name)
    for (const media of ['media::image', 'media::audio', 'media::video'])
      for (const cell of row.cells(media)) report.add(cell, 'cell')
    choices.push({
      name,
      label: label ?? { zh: name, en: '' },
      columns: Object.fromEntries(
        own.flatMap((column) => {
          const text = report.cut(row.cell(column.name), LONGEST_COLUMN)
          return text === '' ? [] : [[column.name, text]]
        }),
      ),
    })
    lists.set(list, choices)
    count += 1
  }
  if (!lists.has(ACKNOWLEDGEMENT_LIST)) lists.set(ACKNOWLEDGEMENT_LIST, [ACKNOWLEDGED])
  return lists
}

// Expressions compare the answer with this name.
const ACKNOWLEDGED: Choice = { name: 'OK', label: { zh: '我已知悉', en: 'OK' }, columns: {} }
