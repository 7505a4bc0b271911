import {
  type Choice,
  freeItemName,
  isItemName,
  MOST_QUESTIONS,
} from '#contract/campus-form-definition'
import { CAMPUS_COLUMN, type CampusSettings, readCampusSettings } from './campus-columns.ts'
import { readType, type XlsformType } from './question-types.ts'
import type { XlsformNames } from './read-expressions.ts'
import type { XlsformRow, XlsformTable } from './read-tables.ts'
import { isYes } from './wordings.ts'
import type { XlsformReport } from './xlsform-report.ts'

/** A row that becomes an item. */
export interface PlannedItem {
  readonly row: XlsformRow
  readonly type: XlsformType
  readonly settings: CampusSettings
  readonly name: string
  /** The name of the question for another answer, if there is one. */
  readonly otherName: string
  readonly inside: PlannedItem[]
}

/**
 * Chooses the rows that become items, and their names, which are unique in the whole form. Names
 * come before all else, because an expression can read a later question.
 */
export function planItems(
  { rows }: XlsformTable,
  { lists, report }: { lists: ReadonlyMap<string, readonly Choice[]>; report: XlsformReport },
): { readonly planned: readonly PlannedItem[]; readonly names: XlsformNames } {
  const renamed = new Map<string, string>()
  const known = new Set<string>()
  const planned: PlannedItem[] = []
  const open: PlannedItem[] = []
  for (const row of rows) {
    const cell = row.cell('type')
    if (cell.text === '' || isYes(row.cell('disabled').text)) continue
    const type = readType(cell.text)
    if (type === undefined) report.add(cell, 'type')
    else if (type === 'end') {
      if (open.pop() === undefined) report.add(cell, 'end')
    } else {
      const settings = readCampusSettings(row.cell(CAMPUS_COLUMN).text)
      if (settings === undefined) report.add(row.cell(CAMPUS_COLUMN), 'cell')
      if (type.list !== undefined && settings?.type === undefined && !lists.has(type.list)) {
        report.add(cell, 'list', type.list)
        continue
      }
      if (known.size + (type.hasOther === true ? 2 : 1) > MOST_QUESTIONS) {
        report.add(row.cell('name'), 'too-many')
        break
      }
      const nameCell = row.cell('name')
      const name = freeItemName(isItemName(nameCell.text) ? nameCell.text : `q_${row.line}`, known)
      const isGroup = type.type === 'section' || type.type === 'repetition'
      if (name !== nameCell.text && (nameCell.text !== '' || !isGroup))
        report.add(nameCell, 'name', name)
      if (!renamed.has(nameCell.text)) renamed.set(nameCell.text, name)
      known.add(name)
      const otherName =
        type.hasOther === true ? freeItemName(`${name.slice(0, 58)}_other`, known) : ''
      if (otherName !== '') known.add(otherName)
      const item = { row, type, settings: settings ?? {}, name, otherName, inside: [] }
      ;(open.at(-1)?.inside ?? planned).push(item)
      if (isGroup) open.push(item)
    }
  }
  for (const { row } of open) report.add(row.cell('type'), 'end')
  return { planned, names: { renamed, known } }
}
