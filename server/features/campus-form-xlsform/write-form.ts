import {
  type CampusFormDefinition,
  type FormItem,
  itemsOf,
  type Question,
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
import { XLSFORM_TYPES } from './question-types.ts'
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
    const type = XLSFORM_TYPES[item.type]
    const common: Row = {
      type: 'choices' in item ? `${type} ${item.choices}` : type,
      name: item.name,
      ...wording('label', item.label),
      ...wording('hint', item.hint),
      relevant: item.relevant ?? '',
      [CAMPUS_COLUMN]: writeCampusSettings(item),
    }
    if (!('items' in item)) return [{ ...common, ...questionCells(item) }]
    const isFixed = item.type === 'repetition' && item.least === item.most
    return [
      { ...common, ...(isFixed && { repeat_count: String(item.least) }) },
      ...rowsOf(item.items),
      { type: type.replace('begin', 'end'), name: item.name },
    ]
  })
}

function questionCells(item: Question): Row {
  if (item.type === 'note') return {}
  if (item.type === 'calculation') return { calculation: item.value }
  if (item.type === 'hidden') return { default: item.value }
  const isNumber = ['integer', 'decimal', 'money'].includes(item.type)
  return {
    required: item.required ? 'yes' : '',
    read_only: item.readOnly ? 'yes' : '',
    constraint: joinConstraint(limitsOf(item), item.constraint ?? ''),
    ...wording('constraint_message', item.constraintMessage),
    default: item.initial === undefined ? '' : writeInitial(item.initial, isNumber),
    ...('filter' in item && { choice_filter: item.filter ?? '' }),
    ...(item.type === 'text' && item.isLong && { appearance: 'multiline' }),
  }
}
