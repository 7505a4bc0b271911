/** What a row of the sheet `survey` is. */
export type XlsformType =
  | { readonly kind: 'begin'; readonly group: 'section' | 'repetition'; readonly isOther: boolean }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'select'
      readonly isMany: boolean
      readonly list: string
      readonly hasOther: boolean
      /** Whether the choices are ranked, which became a choice of several. */
      readonly isOther: boolean
    }
  | { readonly kind: 'question'; readonly type: SimpleType; readonly isOther: boolean }
  | { readonly kind: 'today' | 'range' | 'acknowledge' }
  | { readonly kind: 'unsupported' }

/** The types of questions that need nothing but a name. */
export type SimpleType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'time'
  | 'note'
  | 'picture'
  | 'file'
  | 'calculation'
  | 'hidden'

const SAME: Readonly<Record<string, SimpleType>> = {
  text: 'text',
  string: 'text',
  integer: 'integer',
  int: 'integer',
  decimal: 'decimal',
  date: 'date',
  time: 'time',
  note: 'note',
  image: 'picture',
  photo: 'picture',
  file: 'file',
  calculate: 'calculation',
  hidden: 'hidden',
}

/** Types that the campus does not have, by what asks for nearly the same. */
const NEARLY: Readonly<Record<string, SimpleType>> = {
  audio: 'file',
  video: 'file',
  barcode: 'text',
  datetime: 'date',
  select_one_from_file: 'text',
}

const SELECT =
  /^(select[ _]?(?:one|1)|select[ _]multiple|select all that apply|rank)(?: from)?\s+(\S+)(\s+(?:or[ _]other|or specify other))?$/i

/** Reads the cell `type` of a row. */
export function readType(text: string): XlsformType {
  const type = text.replaceAll(/\s+/g, ' ').trim()
  const group = /^(begin|end)[ _](\w+)/i.exec(type)
  if (group?.[1]?.toLowerCase() === 'end') return { kind: 'end' }
  if (group !== null) {
    const what = group[2]?.toLowerCase()
    return {
      kind: 'begin',
      group: what === 'repeat' ? 'repetition' : 'section',
      isOther: what !== 'group' && what !== 'repeat',
    }
  }
  const [, select, list, other] = SELECT.exec(type) ?? []
  if (select !== undefined && list !== undefined)
    return {
      kind: 'select',
      isMany: !/^select[ _]?(one|1)/i.test(select),
      list,
      hasOther: other !== undefined,
      isOther: /^rank/i.test(select),
    }
  const name = type.toLowerCase()
  if (name === 'today' || name === 'range' || name === 'acknowledge') return { kind: name }
  if (name === 'trigger') return { kind: 'acknowledge' }
  const same = SAME[name]
  if (same !== undefined) return { kind: 'question', type: same, isOther: false }
  const nearly = NEARLY[name] ?? NEARLY[name.replace(/ .*$/, '')]
  if (nearly !== undefined) return { kind: 'question', type: nearly, isOther: true }
  return { kind: 'unsupported' }
}
