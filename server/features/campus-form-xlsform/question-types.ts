import type { FormItem } from '#contract/campus-form-definition'
import { ACKNOWLEDGEMENT_LIST, YES_NO_LIST } from './campus-columns.ts'

/** What a row of the sheet `survey` asks for, as the forms of the campus have it. */
export interface XlsformType {
  readonly type: FormItem['type']
  /** Whether this is only the nearest that the campus has. */
  readonly isReplaced?: boolean
  /** The list of choices. */
  readonly list?: string
  /** Whether another answer than the choices can be written. */
  readonly hasOther?: boolean
  /** Whether the cell `parameters` contains the limits. */
  readonly isRange?: boolean
  /** What is computed, if no cell says it. */
  readonly value?: string
}

const TYPES = new Map<string, XlsformType>(
  Object.entries({
    text: { type: 'text' },
    string: { type: 'text' },
    integer: { type: 'integer' },
    int: { type: 'integer' },
    decimal: { type: 'decimal' },
    range: { type: 'integer', isRange: true },
    date: { type: 'date' },
    time: { type: 'time' },
    note: { type: 'note' },
    image: { type: 'picture' },
    photo: { type: 'picture' },
    file: { type: 'file' },
    calculate: { type: 'calculation' },
    today: { type: 'calculation', value: 'today()' },
    hidden: { type: 'hidden' },
    acknowledge: { type: 'selectOne', list: ACKNOWLEDGEMENT_LIST },
    trigger: { type: 'selectOne', list: ACKNOWLEDGEMENT_LIST },
    audio: { type: 'file', isReplaced: true },
    video: { type: 'file', isReplaced: true },
    barcode: { type: 'text', isReplaced: true },
    datetime: { type: 'date', isReplaced: true },
    select_one_from_file: { type: 'text', isReplaced: true },
  } satisfies Record<string, XlsformType>),
)

const SELECT =
  /^(select[ _]?(?:one|1)|select[ _]multiple|select all that apply|rank)(?: from)?\s+(\S+)(\s+(?:or[ _]other|or specify other))?$/i

/** Reads the cell `type` of a row; undefined if the campus has nothing like it. */
export function readType(text: string): XlsformType | 'end' | undefined {
  const type = text.replaceAll(/\s+/g, ' ').trim()
  const [, bound = '', group = ''] = /^(begin|end)[ _](\w+)/i.exec(type.toLowerCase()) ?? []
  if (bound === 'end') return 'end'
  if (bound === 'begin')
    return {
      type: group === 'repeat' ? 'repetition' : 'section',
      isReplaced: group !== 'group' && group !== 'repeat',
    }
  const [, select = '', list, other] = SELECT.exec(type) ?? []
  if (list !== undefined)
    return {
      type: /^select[ _]?(one|1)/i.test(select) ? 'selectOne' : 'selectMany',
      list,
      hasOther: other !== undefined,
      isReplaced: /^rank/i.test(select),
    }
  return TYPES.get(type.toLowerCase().replace(/^(select_one_from_file) .*$/, '$1'))
}

/** The types of items in an exported form; after a choice follows its list. */
export const XLSFORM_TYPES: Readonly<Record<FormItem['type'], string>> = {
  text: 'text',
  integer: 'integer',
  decimal: 'decimal',
  money: 'integer',
  date: 'date',
  time: 'time',
  yesNo: `select_one ${YES_NO_LIST}`,
  selectOne: 'select_one',
  selectMany: 'select_multiple',
  region: 'text',
  phone: 'text',
  idDocument: 'text',
  classmate: 'text',
  picture: 'image',
  file: 'file',
  statement: 'text',
  note: 'note',
  calculation: 'calculate',
  hidden: 'hidden',
  section: 'begin_group',
  repetition: 'begin_repeat',
}
