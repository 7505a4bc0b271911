import { MAX_PERIODS } from '#contract/bell-schedules'
import { TEACHER_SEPARATOR } from '#contract/teachers'
import { teachingImportTexts } from '#i18n/import-teaching'
import { fillTemplateText } from '#i18n/translate'
import { ALL_WEEKS } from '../../timetable/public.ts'
import { textUpTo } from '../cell-readers.ts'
import type { CellReadResult } from '../import-kind.ts'

// Blanks between two digits stay, so that `1 3` is not read as 13.
const removeBlanks = (text: string) =>
  text.normalize('NFKC').replaceAll(/(?<!\d)\s+|\s+(?!\s*\d)/g, '')

/**
 * Reads periods: `3-4`, `第3-4节`, `3`, or a list such as `3，4`. The periods between those of a list
 * are not included.
 */
export function periodsCell(text: string): CellReadResult {
  const typed = removeBlanks(text)
  const named = typed.split(/[,、;]/).flatMap((part) => {
    const [, from = '', to = from] =
      /^第?(\d{1,2})节?(?:[-—–~至]第?(\d{1,2})节?)?$/.exec(part) ?? []
    const count = Number(to) - Number(from) + 1
    return from !== '' && count >= 1 && count <= MAX_PERIODS
      ? Array.from({ length: count }, (_, nth) => Number(from) + nth)
      : [0]
  })
  const [first = 0] = named
  const last = named.at(-1) ?? 0
  return first >= 1 && last <= MAX_PERIODS && named.every((one, nth) => one === first + nth)
    ? { value: `${first}-${last}` }
    : { says: teachingImportTexts.periodsShape }
}

/** The value of a lesson in odd weeks. */
export const ODD = 'odd'
const EVEN_WEEKS = ALL_WEEKS.filter((week) => week % 2 === 0).join(',')
const RULES: ReadonlyMap<string, string> = new Map([
  ['每周', ''],
  ['全周', ''],
  ['every', ''],
  ['单周', ODD],
  ['单', ODD],
  ['odd', ODD],
  ['双周', EVEN_WEEKS],
  ['双', EVEN_WEEKS],
  ['even', EVEN_WEEKS],
])

function formatWeeks(weeks: readonly number[]): string {
  return [...new Set(weeks)].toSorted((one, other) => one - other).join(',')
}

/** Reads weeks: 每周, 单周, 双周, `1-16周`, `5-17周(单)`, `单周1-15`, `3,5,7周`, and lists of these. */
export function weeksCell(text: string): CellReadResult {
  const typed = removeBlanks(text)
    .toLowerCase()
    .replaceAll(/[[【〔]/g, '(')
    .replaceAll(/[\]】〕]/g, ')')
  const rule = RULES.get(typed)
  if (rule !== undefined) return { value: rule }
  const weeks: number[] = []
  for (const part of typed.split(/[,、;]/)) {
    const [, before, from = '', to = from, after] =
      /^(?:(单|双)周?)?第?(\d{1,2})(?:周?[-—–~至]第?(\d{1,2}))?周?\(?(单|双)?周?\)?周?$/.exec(
        part,
      ) ?? []
    const parity = before ?? after
    const [first, last] = [Number(from), Number(to)]
    const own = ALL_WEEKS.filter(
      (week) =>
        first <= week &&
        week <= last &&
        (parity === undefined || week % 2 === (parity === '单' ? 1 : 0)),
    )
    if (first < 1 || last > ALL_WEEKS.length || own.length === 0)
      return { says: fillTemplateText(teachingImportTexts.weeksWrong, ALL_WEEKS.length) }
    weeks.push(...own)
  }
  return { value: formatWeeks(weeks) }
}

/**
 * Reads one teacher or several. A comma divides Chinese names; in a Latin name it can stand between
 * surname and given name.
 */
export function teachersCell(text: string): CellReadResult {
  const separators = /\p{Script=Han}/u.test(text) ? /[,，、;；/\n]/ : /[、;；/\n]/
  const names = text
    .split(separators)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return textUpTo(200)([...new Set(names)].join(TEACHER_SEPARATOR))
}
