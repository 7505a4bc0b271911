import type { FormItem } from '#contract/campus-form-definition'

/**
 * The column of our own in an exported form: what XLSForm cannot say about a question, as
 * `type=money least=0`. Other programs ignore a column that they do not know.
 */
export const CAMPUS_COLUMN = 'campus'

/** The list of the choices of a yes-or-no question, for other programs. */
export const YES_NO_LIST = 'campus_yes_no'

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
type Setting = (typeof SETTINGS)[number]

/** What the column says about a question. */
export interface CampusSettings extends Partial<Record<Setting, string | number | boolean>> {
  readonly type?: (typeof CAMPUS_TYPES)[number]
}

/** The types that XLSForm does not have. */
export const CAMPUS_TYPES = [
  'money',
  'yesNo',
  'region',
  'phone',
  'idDocument',
  'classmate',
  'statement',
] as const

/** Writes the column of an item; '' if XLSForm says everything. */
export function writeCampusSettings(item: FormItem): string {
  const own: { readonly type: string } & Partial<
    Record<Setting, string | number | boolean | undefined>
  > = item
  const settings = SETTINGS.flatMap((name) => {
    const value = own[name]
    const isDefault = value === undefined || value === DEFAULTS[item.type]?.[name]
    return isDefault ? [] : [`${name}=${String(value)}`]
  })
  const isOwn = CAMPUS_TYPES.some((type) => type === item.type)
  return [...(isOwn ? [`type=${item.type}`] : []), ...settings].join(' ')
}

const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  text: { longest: 5_000 },
  file: { largest: 20 * 2 ** 20, count: 1 },
  picture: { largest: 20 * 2 ** 20, count: 1 },
  statement: { isDrawn: false },
  repetition: { least: 0, most: 50 },
}

/** Reads the column; undefined if it is not written as we write it. */
export function readCampusSettings(text: string): CampusSettings | undefined {
  const settings: Partial<Record<Setting, string | number | boolean>> = {}
  let type: CampusSettings['type']
  for (const part of text.split(/\s+/).filter((one) => one !== '')) {
    const [, name, value = ''] = /^(\w+)=([\w.-]+)$/.exec(part) ?? []
    const setting = SETTINGS.find((one) => one === name)
    if (setting !== undefined) settings[setting] = readValue(value)
    else {
      type = name === 'type' ? CAMPUS_TYPES.find((one) => one === value) : undefined
      if (type === undefined) return undefined
    }
  }
  return type === undefined ? settings : { ...settings, type }
}

function readValue(text: string): string | number | boolean {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text === 'true' || (text !== 'false' && text)
}

/**
 * The limits of a question as an expression, so that other programs check them too; '' if there are
 * none. An import takes the limits from our own column and removes this expression.
 */
export function limitsOf(item: FormItem): string {
  const limits: string[] = []
  const add = (left: string, operator: string, right: string | number | undefined) =>
    right !== undefined && limits.push(`${left} ${operator} ${right}`)
  const day = (text: string | undefined) => (text === undefined ? undefined : `date('${text}')`)
  if (item.type === 'integer' || item.type === 'decimal' || item.type === 'money') {
    add('.', '>=', item.least)
    add('.', '<=', item.most)
  } else if (item.type === 'date') {
    add('.', '>=', day(item.earliest))
    add('.', '<=', day(item.latest))
  } else if (item.type === 'selectMany') {
    add('count-selected(.)', '>=', item.least)
    add('count-selected(.)', '<=', item.most)
  } else if (item.type === 'text' && item.longest < 5_000)
    add('string-length(.)', '<=', item.longest)
  return limits.join(' and ')
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
