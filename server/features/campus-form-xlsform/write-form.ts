import {
  type CampusFormDefinition,
  type FormItem,
  itemsOf,
  type Wording,
} from '#contract/campus-form-definition'
import { writeWorkbook } from '../../platform/sheets/xlsx.ts'
import {
  CAMPUS_COLUMN,
  joinConstraint,
  limitsOf,
  writeCampusSettings,
  YES_NO_LIST,
} from './campus-columns.ts'
import { writeInitial } from './read-expressions.ts'
import { HEADING_LANGUAGES } from './wordings.ts'

const LANGUAGES = ['zh', 'en'] as const

type Row = Readonly<Record<string, string>>

const translated = (name: string): string[] =>
  LANGUAGES.map((language) => `${name}::${HEADING_LANGUAGES[language]}`)

const SURVEY = [
  'type',
  'name',
  ...translated('label'),
  ...translated('hint'),
  'required',
  'relevant',
  'constraint',
  ...translated('constraint_message'),
  'calculation',
  'choice_filter',
  'default',
  'read_only',
  'appearance',
  'repeat_count',
  CAMPUS_COLUMN,
]

/**
 * Writes a form as an XLSForm. What XLSForm does not have is in a column of its own, so that an
 * import reads an equal form; other programs ask for the nearest that they have.
 */
export function writeXlsform(
  definition: CampusFormDefinition,
  { form, version }: { readonly form: string; readonly version: number },
): Promise<Uint8Array> {
  const { title, help, choices } = definition
  const columns = [
    ...new Set(
      Object.values(choices).flatMap((list) =>
        list.flatMap((choice) => Object.keys(choice.columns)),
      ),
    ),
  ]
  return writeWorkbook([
    tableOf('survey', SURVEY, rowsOf(definition.items)),
    tableOf(
      'choices',
      ['list_name', 'name', ...translated('label'), ...columns],
      [
        ...Object.entries(choices).flatMap(([list, all]) =>
          all.map(({ name, label, columns: own }): Row => ({
            ...own,
            ...wording('label', label),
            list_name: list,
            name,
          })),
        ),
        ...(itemsOf(definition.items).some(({ item }) => item.type === 'yesNo') ? YES_NO : []),
      ],
    ),
    tableOf(
      'settings',
      [
        'form_title',
        'form_id',
        'version',
        'default_language',
        ...translated('title'),
        ...translated('help'),
      ],
      [
        {
          form_title: title.zh === '' ? title.en : title.zh,
          form_id: form,
          version: String(version),
          default_language: HEADING_LANGUAGES[title.zh === '' ? 'en' : 'zh'],
          ...wording('title', title),
          ...wording('help', help),
        },
      ],
    ),
  ])
}

const YES_NO: readonly Row[] = [
  { list_name: YES_NO_LIST, name: 'yes', ...wording('label', { zh: '是', en: 'Yes' }) },
  { list_name: YES_NO_LIST, name: 'no', ...wording('label', { zh: '否', en: 'No' }) },
]

const tableOf = (name: string, columns: readonly string[], rows: readonly Row[]) => ({
  name,
  rows: [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))],
})

function wording(name: string, texts: Wording | undefined): Row {
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      `${name}::${HEADING_LANGUAGES[language]}`,
      texts?.[language] ?? '',
    ]),
  )
}

function rowsOf(items: readonly FormItem[]): Row[] {
  return items.flatMap((item): Row[] => {
    const common: Row = {
      name: item.name,
      ...wording('label', item.label),
      ...wording('hint', item.hint),
      relevant: item.relevant ?? '',
      [CAMPUS_COLUMN]: writeCampusSettings(item),
    }
    if (item.type === 'section' || item.type === 'repetition') {
      const group = item.type === 'section' ? 'group' : 'repeat'
      const isFixed = item.type === 'repetition' && item.least === item.most
      return [
        { ...common, type: `begin_${group}`, ...(isFixed && { repeat_count: String(item.least) }) },
        ...rowsOf(item.items),
        { type: `end_${group}`, name: item.name },
      ]
    }
    return [{ ...common, ...questionCells(item) }]
  })
}

function questionCells(item: Exclude<FormItem, { items: unknown }>): Row {
  if (item.type === 'note') return { type: 'note' }
  if (item.type === 'calculation') return { type: 'calculate', calculation: item.value }
  if (item.type === 'hidden') return { type: 'hidden', default: item.value }
  const isNumber = ['integer', 'decimal', 'money'].includes(item.type)
  return {
    type: typeOf(item),
    required: item.required ? 'yes' : '',
    read_only: item.readOnly ? 'yes' : '',
    constraint: joinConstraint(limitsOf(item), item.constraint ?? ''),
    ...wording('constraint_message', item.constraintMessage),
    default: item.initial === undefined ? '' : writeInitial(item.initial, isNumber),
    ...('filter' in item && { choice_filter: item.filter ?? '' }),
    ...(item.type === 'text' && item.isLong && { appearance: 'multiline' }),
  }
}

function typeOf(item: Exclude<FormItem, { items: unknown }>): string {
  switch (item.type) {
    case 'selectOne':
      return `select_one ${item.choices}`
    case 'selectMany':
      return `select_multiple ${item.choices}`
    case 'yesNo':
      return `select_one ${YES_NO_LIST}`
    case 'money':
      return 'integer'
    case 'picture':
      return 'image'
    case 'calculation':
      return 'calculate'
    case 'region':
    case 'phone':
    case 'idDocument':
    case 'classmate':
    case 'statement':
      return 'text'
    case 'text':
    case 'integer':
    case 'decimal':
    case 'date':
    case 'time':
    case 'file':
    case 'hidden':
    case 'note':
      return item.type
  }
}
