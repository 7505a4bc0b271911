import * as v from 'valibot'
import {
  type Choice,
  DEEPEST_SECTIONS,
  FormItem,
  isItemName,
  MOST_CHOICES_OF_A_LIST,
  MOST_REPETITIONS,
} from '#contract/campus-form-definition'
import { MOST_ANSWER_CHARACTERS } from '#contract/campus-form-submission'
import {
  CAMPUS_COLUMN,
  type CampusSettings,
  initialSettings,
  limitsOf,
  withoutLimits,
} from './campus-columns.ts'
import type { PlannedItem } from './plan-items.ts'
import { XLSFORM_TYPES } from './question-types.ts'
import { type ExpressionTools, readExpression, readInitial } from './read-expressions.ts'
import type { XlsformRow } from './read-tables.ts'
import { isNo, isYes, readWording, type WordingTools } from './wordings.ts'
import type { XlsformReport } from './xlsform-report.ts'

/** What is known while the items of a form are read. */
export interface ItemTools extends ExpressionTools, WordingTools {
  /** The lists of choices by their names in the file. */
  readonly lists: ReadonlyMap<string, readonly Choice[]>
  /** The lists that questions use, by their names in the definition. */
  readonly used: Map<string, readonly Choice[]>
}

/** The groups around an item. */
interface Surroundings {
  readonly depth: number
  readonly isRepeated: boolean
}

/** Reads the items of a form; `tools.used` then has their lists of choices. */
export const readItems = (
  planned: readonly PlannedItem[],
  tools: ItemTools,
  around: Surroundings = { depth: 0, isRepeated: false },
): FormItem[] =>
  planned.flatMap((item) =>
    item.type.type === 'section' || item.type.type === 'repetition'
      ? readGroup(item, tools, around)
      : readQuestion(item, tools),
  )

function readGroup(
  planned: PlannedItem,
  tools: ItemTools,
  { depth, isRepeated }: Surroundings,
): FormItem[] {
  const { row, type, settings, inside } = planned
  const { report } = tools
  reportUnread(planned, report)
  const isRepetition = type.type === 'repetition' && !isRepeated
  if (type.type === 'repetition' && isRepeated) report.add(row.cell('type'), 'nested-repetition')
  const common = readCommon(planned, tools)
  const items = readItems(inside, tools, {
    depth: depth + 1,
    isRepeated: isRepeated || isRepetition,
  })
  if (isRepetition) {
    const count = readRepeatCount(row, settings, report)
    return [complete({ ...common, type: 'repetition', items, ...count }, settings, row, report)]
  }
  if (depth < DEEPEST_SECTIONS) return [{ ...common, type: 'section', items }]
  report.add(row.cell('type'), 'depth')
  return items.map((item) => withRelevance(item, common.relevant))
}

// The questions of a section that was removed are asked where the section was.
function withRelevance(item: FormItem, relevant: string | undefined): FormItem {
  if (relevant === undefined) return item
  const own = item.relevant
  return { ...item, relevant: own === undefined ? relevant : `(${relevant}) and (${own})` }
}

function readRepeatCount(
  row: XlsformRow,
  { least, most }: CampusSettings,
  report: XlsformReport,
): CampusSettings {
  const cell = row.cell('repeat_count')
  if (cell.text === '' || least !== undefined || most !== undefined) return {}
  const count = Number(cell.text)
  if (Number.isInteger(count) && count >= 1 && count <= MOST_REPETITIONS)
    return { least: count, most: count }
  report.add(cell, 'repeat-count')
  return {}
}

function readQuestion(planned: PlannedItem, tools: ItemTools): FormItem[] {
  const { row, type, settings, otherName } = planned
  reportUnread(planned, tools.report)
  const common = readCommon(planned, tools)
  const isComputed = type.type === 'hidden' && row.cell('calculation').text !== ''
  const asked = settings.type ?? (isComputed ? 'calculation' : type.type)
  if (asked === 'note') return [{ ...common, type: asked }]
  if (asked === 'hidden')
    return [{ ...common, type: asked, value: tools.report.cut(row.cell('default'), 1_000) }]
  if (asked === 'calculation')
    return [{ ...common, type: asked, value: type.value ?? readValue(row, tools, true) ?? "''" }]
  const isNumber = asked === 'integer' || asked === 'decimal' || asked === 'money'
  const question = {
    ...common,
    ...readAnswer(row, tools, isNumber),
    type: asked,
    ...(asked === 'text' && { isLong: isMultiline(row) }),
    ...(type.isRange === true && settings.type === undefined && readRange(row, tools.report)),
    ...((asked === 'selectOne' || asked === 'selectMany') && readSelect(planned, tools)),
  }
  const item = complete(question, settings, row, tools.report)
  return otherName === '' ? [item] : [item, askForOther(item.name, otherName)]
}

/** Adds the settings of an item, and removes from its constraint the limits that it has by them. */
function complete<Item extends { readonly type: FormItem['type'] }>(
  item: Item,
  settings: CampusSettings,
  row: XlsformRow,
  report: XlsformReport,
): FormItem {
  const initial = { ...initialSettings(item.type), ...item }
  const parsed = v.safeParse(FormItem, { ...initial, ...settings })
  const own = row.cell(CAMPUS_COLUMN)
  if (!parsed.success) report.add(own, 'cell')
  const made = parsed.success ? parsed.output : v.parse(FormItem, initial)
  if (own.text === '' || !('constraint' in made)) return made
  const { constraint = '', ...rest } = made
  const left = withoutLimits(constraint, limitsOf(made))
  return left === '' ? rest : { ...rest, constraint: left }
}

/** Columns of the survey that a form of the campus cannot have. */
export const UNSUPPORTED_COLUMNS = [
  'appearance',
  'parameters',
  'choice_filter',
  'guidance_hint',
  'required_message',
  'trigger',
  'media::image',
  'media::big-image',
  'media::audio',
  'media::video',
]

const isMultiline = (row: XlsformRow): boolean => row.cell('appearance').text === 'multiline'

/** Reports what is lost of a row. */
function reportUnread({ row, type }: PlannedItem, report: XlsformReport): void {
  if (type.isReplaced === true)
    report.add(row.cell('type'), 'type-replaced', XLSFORM_TYPES[type.type])
  const read = [
    ...(isMultiline(row) ? ['appearance'] : []),
    ...(type.isRange === true ? ['parameters'] : []),
    ...(type.list === undefined ? [] : ['choice_filter']),
  ]
  for (const column of UNSUPPORTED_COLUMNS)
    if (!read.includes(column)) for (const cell of row.cells(column)) report.add(cell, 'cell')
}

function readCommon({ row, type, name }: PlannedItem, tools: ItemTools) {
  const isShown = type.type !== 'calculation' && type.type !== 'hidden'
  const label = readWording(row, 'label', tools)
  const hint = readWording(row, 'hint', tools)
  const relevant = readExpression(row.cell('relevant'), tools)
  if (label === undefined && isShown) tools.report.add(row.cell('label'), 'label', name)
  return {
    name,
    label: label ?? { zh: isShown ? name : '', en: '' },
    ...(hint !== undefined && { hint }),
    ...(relevant !== undefined && { relevant }),
  }
}

function readAnswer(row: XlsformRow, tools: ItemTools, isNumber: boolean) {
  const required = row.cell('required')
  if (required.text !== '' && !isYes(required.text) && !isNo(required.text))
    tools.report.add(required, 'required')
  const constraint = readExpression(row.cell('constraint'), tools)
  const constraintMessage = readWording(row, 'constraint_message', tools)
  const initial = readValue(row, tools, isNumber)
  if (initial !== undefined && row.cell('calculation').text !== '')
    tools.report.add(row.cell('calculation'), 'initial')
  return {
    required: isYes(required.text),
    readOnly: isYes(row.cell('read_only').text),
    ...(constraint !== undefined && { constraint }),
    ...(constraintMessage !== undefined && { constraintMessage }),
    ...(initial !== undefined && { initial }),
  }
}

const readValue = (row: XlsformRow, tools: ItemTools, isNumber: boolean): string | undefined =>
  readExpression(row.cell('calculation'), tools) ??
  readInitial(row.cell('default'), { ...tools, isNumber })

function readRange(row: XlsformRow, report: XlsformReport) {
  const cell = row.cell('parameters')
  const parameters = cell.text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map((part) => part.split('='))
    .map(([key = '', value = '']): [string, number] => [key, Number(value)])
  const { start = 1, end = 10, step = 1, ...others } = Object.fromEntries(parameters)
  const numbers = [start, end, step]
  const isPossible = numbers.every((one) => Math.abs(one) <= 10 ** 12)
  if (step !== 1 || !isPossible || Object.keys(others).length > 0) report.add(cell, 'cell')
  const isWhole = numbers.every((one) => Number.isInteger(one))
  const type: FormItem['type'] = isWhole ? 'integer' : 'decimal'
  return isPossible ? { type, least: Math.min(start, end), most: Math.max(start, end) } : {}
}

function readSelect({ row, type, otherName }: PlannedItem, tools: ItemTools) {
  const { list: given = '' } = type
  const choices = tools.lists.get(given) ?? []
  const needsOther = otherName !== '' && !choices.some(({ name }) => name === OTHER.name)
  if (needsOther && choices.length === MOST_CHOICES_OF_A_LIST)
    tools.report.add(row.cell('type'), 'too-many')
  const list = listNameOf(otherName === '' ? given : `${given}_or_other`)
  tools.used.set(
    list,
    needsOther ? [...choices.slice(0, MOST_CHOICES_OF_A_LIST - 1), OTHER] : choices,
  )
  const filter = readExpression(row.cell('choice_filter'), { ...tools, isFilter: true })
  return { choices: list, ...(filter !== undefined && { filter }) }
}

const OTHER: Choice = { name: 'other', label: { zh: '其他', en: 'Other' }, columns: {} }

const askForOther = (question: string, name: string): FormItem => ({
  name,
  label: { zh: '请说明', en: 'Please specify' },
  relevant: `selected(\${${question}}, '${OTHER.name}')`,
  type: 'text',
  required: false,
  readOnly: false,
  isLong: false,
  longest: MOST_ANSWER_CHARACTERS,
})

const listNameOf = (name: string): string =>
  isItemName(name) ? name : `list_${name.replaceAll(/[^\w.-]/g, '_')}`.slice(0, 64)
