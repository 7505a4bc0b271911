import { type FormItem, MOST_REPETITIONS } from '#contract/campus-form-definition'
import { LARGEST_ATTACHMENT, MOST_ANSWER_CHARACTERS } from '#contract/campus-form-submission'

/**
 * The column of our own in an exported form: what XLSForm cannot say about a question, as
 * `type=money least=0`. Other programs ignore a column that they do not know.
 */
export const CAMPUS_COLUMN = 'campus'

/** The list of the choices of a yes-or-no question, for other programs. */
export const YES_NO_LIST = 'campus_yes_no'

/** The list of the one choice of a question that only asks for an OK. */
export const ACKNOWLEDGEMENT_LIST = 'campus_acknowledgement'

/** The types that XLSForm does not have. */
const TYPES = [
  'money',
  'yesNo',
  'region',
  'phone',
  'idDocument',
  'classmate',
  'statement',
] as const satisfies readonly FormItem['type'][]

const SETTINGS = [
  'least',
  'most',
  'earliest',
  'latest',
  'longest',
  'largest',
  'count',
  'isDrawn',
] as const

type Settings = Partial<Record<(typeof SETTINGS)[number], string | number | boolean | undefined>>

/** What the column says about an item. The schema of the item checks the values. */
export interface CampusSettings extends Settings {
  readonly type?: (typeof TYPES)[number]
}

// What an item is without the column.
const DEFAULTS: Readonly<Record<string, Settings>> = {
  text: { longest: MOST_ANSWER_CHARACTERS },
  file: { largest: LARGEST_ATTACHMENT, count: 1 },
  picture: { largest: LARGEST_ATTACHMENT, count: 1 },
  statement: { isDrawn: false },
  repetition: { least: 0, most: MOST_REPETITIONS },
}

/** The settings of a type for an item without the column. */
export const initialSettings = (type: FormItem['type']): CampusSettings => DEFAULTS[type] ?? {}

/** Writes the column of an item; '' if XLSForm says everything. */
export function writeCampusSettings(item: FormItem): string {
  const own: Settings & { readonly type: string } = item
  const settings = SETTINGS.flatMap((name) => {
    const value = own[name]
    const isInitial = value === undefined || value === initialSettings(item.type)[name]
    return isInitial ? [] : [`${name}=${String(value)}`]
  })
  const isOwn = TYPES.some((type) => type === item.type)
  return [...(isOwn ? [`type=${item.type}`] : []), ...settings].join(' ')
}

/** Reads the column; undefined if it is not written as we write it. */
export function readCampusSettings(text: string): CampusSettings | undefined {
  let settings: CampusSettings = {}
  for (const part of text.split(/\s+/).filter((one) => one !== '')) {
    const [, name, value = ''] = /^(\w+)=([\w.+-]+)$/.exec(part) ?? []
    const setting = SETTINGS.find((one) => one === name)
    const type = name === 'type' ? TYPES.find((one) => one === value) : undefined
    if (setting !== undefined) settings = { ...settings, [setting]: readValue(value) }
    else if (type !== undefined) settings = { ...settings, type }
    else return undefined
  }
  return settings
}

function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return Number.isNaN(Number(text)) ? text : Number(text)
}

/**
 * The limits of a question as an expression, so that other programs check them too; '' if there are
 * none. An import takes the limits from our own column and removes this expression.
 */
export function limitsOf(item: FormItem): string {
  const limit = (left: string, operator: string, right: string | number | undefined) =>
    right === undefined ? [] : [`${left} ${operator} ${right}`]
  const range = (
    left: string,
    { least, most }: { least?: string | number | undefined; most?: string | number | undefined },
  ) => [...limit(left, '>=', least), ...limit(left, '<=', most)].join(' and ')
  const day = (text: string | undefined) => text && `date('${text}')`
  if (item.type === 'integer' || item.type === 'decimal' || item.type === 'money')
    return range('.', item)
  if (item.type === 'date') return range('.', { least: day(item.earliest), most: day(item.latest) })
  if (item.type === 'selectMany') return range('count-selected(.)', item)
  return item.type === 'text' && item.longest < MOST_ANSWER_CHARACTERS
    ? range('string-length(.)', { most: item.longest })
    : ''
}

/** Joins the limits of a question and its own constraint. */
export const joinConstraint = (limits: string, constraint: string): string =>
  limits === '' ? constraint : constraint === '' ? limits : `${limits} and (${constraint})`

/** Removes the limits from a constraint that `joinConstraint` wrote. */
export function withoutLimits(constraint: string, limits: string): string {
  if (limits === '' || constraint === '') return constraint
  if (constraint === limits) return ''
  return constraint.startsWith(`${limits} and (`) && constraint.endsWith(')')
    ? constraint.slice(limits.length + ' and ('.length, -1)
    : constraint
}
