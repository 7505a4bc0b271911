import * as v from 'valibot'
import {
  CampusFormDefinition,
  type Choice,
  type FormItem,
  MOST_QUESTIONS,
  type Wording,
} from '#contract/campus-form-definition'
import { MOST_ANSWER_CHARACTERS } from '#contract/campus-form-submission'
import { campusFormXlsformTexts } from '#i18n/campus-form-xlsform'
import { UnreadableFileError } from '../imports/public.ts'
import {
  CAMPUS_COLUMN,
  type CampusSettings,
  limitsOf,
  readCampusSettings,
  withoutLimits,
} from './campus-columns.ts'
import { readType, type SimpleType, type XlsformType } from './question-types.ts'
import { isXlsformName, readChoices } from './read-choices.ts'
import { readExpression, readInitial, type XlsformNames } from './read-expressions.ts'
import { readXlsformTables, type XlsformRow, type XlsformTables } from './read-tables.ts'
import { chooseLanguages, readWording, type XlsformLanguages } from './wordings.ts'
import { type XlsformFinding, XlsformReport } from './xlsform-report.ts'

/** A form that was read from an XLSForm, and what was not taken over as it stands. */
export interface ReadXlsform {
  readonly definition: CampusFormDefinition
  readonly findings: readonly XlsformFinding[]
}

/**
 * Reads a form from an XLSForm. What the forms of the campus do not have is
 * left out or replaced by what comes nearest, and reported. Throws `UnreadableFileError` for a file
 * that is no XLSForm. `fileName`: the title of a form that has none.
 */
export async function readXlsform(bytes: Uint8Array, fileName: string): Promise<ReadXlsform> {
  const report = new XlsformReport()
  const tables = await readXlsformTables(bytes, report)
  const settings = tables.settings.rows[0]
  const languages = chooseLanguages(tables, settings?.cell('default_language').text ?? '', report)
  const reader = new FormReader(tables, languages, report)
  const items = reader.read()
  const title = (settings && readTitle(settings, 'title', { languages, report })) ??
    (settings && readTitle(settings, 'form_title', { languages, report })) ?? {
      zh: fileName.replace(/\.[^.]*$/, '').slice(0, 100) || 'XLSForm',
      en: '',
    }
  const help = settings && readTitle(settings, 'help', { languages, report })
  reportColumns(tables, report)
  const read = v.safeParse(CampusFormDefinition, {
    title,
    ...(help !== undefined && { help }),
    items,
    choices: Object.fromEntries(reader.usedLists()),
  })
  if (!read.success || items.length === 0)
    throw new UnreadableFileError(campusFormXlsformTexts.noQuestions)
  return { definition: read.output, findings: report.list() }
}

const readTitle = (
  row: XlsformRow,
  name: string,
  tools: { languages: XlsformLanguages; report: XlsformReport },
): Wording | undefined => readWording(row, name, tools)

const READ_COLUMNS: Readonly<Record<string, ReadonlySet<string>>> = {
  survey: new Set([
    'type',
    'name',
    'label',
    'hint',
    'required',
    'relevant',
    'constraint',
    'constraint_message',
    'calculation',
    'choice_filter',
    'default',
    'read_only',
    'appearance',
    'parameters',
    'repeat_count',
    'disabled',
    CAMPUS_COLUMN,
    // Reported cell by cell.
    'media::image',
    'media::big-image',
    'media::audio',
    'media::video',
    'guidance_hint',
    'required_message',
    'trigger',
  ]),
  // The campus numbers its forms and versions itself.
  settings: new Set([
    'form_title',
    'title',
    'help',
    'form_id',
    'id_string',
    'version',
    'default_language',
    'allow_choice_duplicates',
  ]),
}

function reportColumns({ survey, settings }: XlsformTables, report: XlsformReport): void {
  for (const { sheet, line, columns, rows } of [survey, settings])
    for (const { name, heading } of columns)
      if (READ_COLUMNS[sheet]?.has(name) !== true && rows.some((row) => row.cells(name).length > 0))
        report.add({ sheet, line, column: heading, text: '' }, 'column')
}

/** A row of the survey that becomes an item, with the name of the item. */
interface Planned {
  readonly row: XlsformRow
  readonly type: XlsformType
  readonly settings: CampusSettings
  readonly name: string
}

interface OpenGroup {
  readonly items: FormItem[]
  readonly close: (items: readonly FormItem[]) => FormItem[]
  readonly isRepetition: boolean
}

const MOST_REPETITIONS = 50
const DEEPEST = 4

class FormReader {
  readonly #tables: XlsformTables
  readonly #languages: XlsformLanguages
  readonly #report: XlsformReport
  readonly #lists: Map<string, Choice[]>
  readonly #used = new Map<string, readonly Choice[]>()
  #names: XlsformNames = { renamed: new Map(), known: new Set() }

  constructor(tables: XlsformTables, languages: XlsformLanguages, report: XlsformReport) {
    this.#tables = tables
    this.#languages = languages
    this.#report = report
    this.#lists = readChoices(tables.choices, { languages, report })
  }

  /** The lists of choices that questions use, by their names in the definition. */
  usedLists(): ReadonlyMap<string, readonly Choice[]> {
    return this.#used
  }

  /** Reads the questions. Names come first, because an expression can read a later question. */
  read(): FormItem[] {
    const planned = this.#plan()
    const top: OpenGroup = { items: [], close: (items) => [...items], isRepetition: false }
    const open: OpenGroup[] = [top]
    for (const plan of planned) {
      const around = open.at(-1) ?? top
      if (plan.type.kind === 'begin') open.push(this.#openGroup(plan, plan.type, open))
      else if (plan.type.kind !== 'end') around.items.push(...this.#question(plan))
      else if (open.length > 1) this.#close(open)
      else this.#report.add(plan.row.cell('type'), 'end')
    }
    if (open.length > 1)
      this.#report.add(
        { sheet: 'survey', line: planned.at(-1)?.row.line ?? 1, column: 'type', text: '' },
        'end',
      )
    while (open.length > 1) this.#close(open)
    return top.items
  }

  #close(open: OpenGroup[]): void {
    const group = open.pop()
    if (group !== undefined) open.at(-1)?.items.push(...group.close(group.items))
  }

  /** Chooses what becomes an item, and its name, which has to be unique in the whole form. */
  #plan(): Planned[] {
    const renamed = new Map<string, string>()
    const known = new Set<string>()
    const planned: Planned[] = []
    const rows = this.#tables.survey.rows.filter(
      (row) => row.cell('type').text !== '' && !isYes(row.cell('disabled').text),
    )
    for (const row of rows) {
      const type = readType(row.cell('type').text)
      if (type.kind === 'end') {
        planned.push({ row, type, settings: {}, name: '' })
        continue
      }
      if (type.kind === 'unsupported') {
        this.#report.add(row.cell('type'), 'type')
        continue
      }
      const own = row.cell(CAMPUS_COLUMN)
      const settings = readCampusSettings(own.text)
      if (settings === undefined) this.#report.add(own, 'cell')
      if (type.kind === 'select' && settings?.type === undefined && !this.#lists.has(type.list)) {
        this.#report.add(row.cell('type'), 'list', type.list)
        continue
      }
      if (known.size >= MOST_QUESTIONS && type.kind !== 'begin') {
        this.#report.add(row.cell('name'), 'too-many')
        continue
      }
      const { text } = row.cell('name')
      const name = freeName(text, row.line, known)
      if (name !== text && (text !== '' || type.kind !== 'begin'))
        this.#report.add(row.cell('name'), 'name', name)
      if (!renamed.has(text)) renamed.set(text, name)
      known.add(name)
      if (type.kind === 'select' && type.hasOther) known.add(`${name}_other`)
      planned.push({ row, type, settings: settings ?? {}, name })
    }
    this.#names = { renamed, known }
    return planned
  }

  #openGroup(
    { row, settings, name }: Planned,
    type: Extract<XlsformType, { kind: 'begin' }>,
    open: readonly OpenGroup[],
  ): OpenGroup {
    if (type.isOther) this.#report.add(row.cell('type'), 'type-replaced', 'begin_group')
    this.#reportCells(row, ['appearance', 'parameters'])
    const isInRepetition = open.some((one) => one.isRepetition)
    const isRepetition = type.group === 'repetition' && !isInRepetition
    if (type.group === 'repetition' && isInRepetition)
      this.#report.add(row.cell('type'), 'nested-repetition')
    const common = this.#common(row, name)
    const { least, most } = isRepetition ? this.#repetitions(row, settings) : { least: 0, most: 0 }
    const isTooDeep = open.length > DEEPEST && !isRepetition
    if (isTooDeep) this.#report.add(row.cell('type'), 'depth')
    return {
      items: [],
      isRepetition,
      close: (items) =>
        isTooDeep
          ? items.map((item) => withRelevance(item, common.relevant))
          : isRepetition
            ? [{ ...common, type: 'repetition', least, most, items }]
            : [{ ...common, type: 'section', items }],
    }
  }

  #repetitions(row: XlsformRow, settings: CampusSettings): { least: number; most: number } {
    const { least, most } = settings
    if (typeof least === 'number' || typeof most === 'number')
      return {
        least: typeof least === 'number' ? least : 0,
        most: typeof most === 'number' ? most : MOST_REPETITIONS,
      }
    const count = row.cell('repeat_count')
    const times = Number(count.text)
    if (count.text !== '' && Number.isInteger(times) && times >= 1 && times <= MOST_REPETITIONS)
      return { least: times, most: times }
    if (count.text !== '') this.#report.add(count, 'repeat-count')
    return { least: 0, most: MOST_REPETITIONS }
  }

  #expression(row: XlsformRow, column: string, isFilter = false): string | undefined {
    const cell = row.cell(column)
    return cell.text === ''
      ? undefined
      : readExpression(cell, { names: this.#names, report: this.#report, isFilter })
  }

  #wording(row: XlsformRow, column: string): Wording | undefined {
    return readWording(row, column, { languages: this.#languages, report: this.#report })
  }

  #common(row: XlsformRow, name: string, isShown = true) {
    const label = this.#wording(row, 'label')
    const hint = this.#wording(row, 'hint')
    const relevant = this.#expression(row, 'relevant')
    if (label === undefined && isShown)
      this.#report.add({ ...row.cell('label'), text: '' }, 'label', name)
    return {
      name,
      label: label ?? (isShown ? { zh: name, en: '' } : { zh: '', en: '' }),
      ...(hint !== undefined && { hint }),
      ...(relevant !== undefined && { relevant }),
    }
  }

  #reportCells(row: XlsformRow, columns: readonly string[]): void {
    const always = ['guidance_hint', 'required_message', 'trigger']
    const media = ['media::image', 'media::big-image', 'media::audio', 'media::video']
    for (const column of [...columns, ...always, ...media])
      for (const cell of row.cells(column)) this.#report.add(cell, 'cell')
  }

  #question({ row, type, settings, name }: Planned): FormItem[] {
    if (type.kind === 'begin' || type.kind === 'end' || type.kind === 'unsupported') return []
    if (type.kind === 'today') {
      this.#reportCells(row, [])
      return [{ name, label: { zh: '', en: '' }, type: 'calculation', value: 'today()' }]
    }
    if (type.kind === 'question' && (type.type === 'calculation' || type.type === 'hidden'))
      return [this.#value(row, name, type.type)]
    const isMultiline = row.cell('appearance').text === 'multiline'
    this.#reportCells(row, [
      ...(isMultiline ? [] : ['appearance']),
      ...(type.kind === 'range' ? [] : ['parameters']),
    ])
    if ('isOther' in type && type.isOther) {
      const instead = type.kind === 'select' ? 'select_multiple' : type.type
      this.#report.add(row.cell('type'), 'type-replaced', instead)
    }
    if (type.kind === 'question' && type.type === 'note')
      return [{ ...this.#common(row, name), type: 'note' }]
    const common = this.#answered(row, name, { type, settings })
    if (settings.type !== undefined) return this.#campusQuestion(row, common, settings)
    switch (type.kind) {
      case 'range':
        return [this.#limited(row, this.#range(row, common))]
      case 'acknowledge':
        return [{ ...common, type: 'selectOne', choices: this.#acknowledgement() }]
      case 'select':
        return this.#select(row, common, { type, settings })
      case 'question':
        return [this.#limited(row, itemOf(type.type, common, { settings, isMultiline }))]
    }
  }

  #answered(
    row: XlsformRow,
    name: string,
    { type, settings }: { type: XlsformType; settings: CampusSettings },
  ) {
    const required = row.cell('required')
    const isConditional = required.text !== '' && !isYes(required.text) && !isNo(required.text)
    if (isConditional) this.#report.add(required, 'required')
    const constraint = this.#expression(row, 'constraint')
    const message = this.#wording(row, 'constraint_message')
    const calculation = row.cell('calculation')
    const isNumber =
      (type.kind === 'question' && (type.type === 'integer' || type.type === 'decimal')) ||
      type.kind === 'range' ||
      settings.type === 'money'
    const tools = { names: this.#names, report: this.#report }
    const initial =
      readInitial(row.cell('default'), { ...tools, isNumber }) ??
      (calculation.text === '' ? undefined : readExpression(calculation, tools))
    if (calculation.text !== '' && initial !== undefined && row.cell('default').text === '')
      this.#report.add(calculation, 'initial')
    return {
      ...this.#common(row, name),
      required: isYes(required.text),
      readOnly: isYes(row.cell('read_only').text),
      ...(constraint !== undefined && { constraint }),
      ...(message !== undefined && { constraintMessage: message }),
      ...(initial !== undefined && { initial }),
    }
  }

  #value(row: XlsformRow, name: string, type: 'calculation' | 'hidden'): FormItem {
    this.#reportCells(row, ['appearance', 'parameters', 'choice_filter'])
    const common = this.#common(row, name, false)
    const cell = row.cell('calculation').text === '' ? row.cell('default') : row.cell('calculation')
    if (type === 'hidden' && row.cell('calculation').text === '')
      return { ...common, type: 'hidden', value: cell.text.slice(0, 1_000) }
    const tools = { names: this.#names, report: this.#report }
    const value =
      row.cell('calculation').text === ''
        ? readInitial(cell, { ...tools, isNumber: true })
        : readExpression(cell, tools)
    return { ...common, type: 'calculation', value: value ?? "''" }
  }

  #range(row: XlsformRow, common: Answered): FormItem {
    const cell = row.cell('parameters')
    const parameters = new Map(
      cell.text
        .split(/[\s,;]+/)
        .filter((part) => part !== '')
        .map((part): [string, string] => {
          const [key = '', value = ''] = part.split('=')
          return [key.toLowerCase(), value]
        }),
    )
    const [start, end, step] = ['start', 'end', 'step'].map((key) => parameters.get(key))
    const all = [start ?? '1', end ?? '10', step ?? '1'].map(Number)
    if ((step ?? '1') !== '1' || [...parameters].length > 3 || all.some((one) => Number.isNaN(one)))
      this.#report.add(cell, 'cell')
    const [least = 1, most = 10, by = 1] = all.map((one) => (Number.isNaN(one) ? undefined : one))
    return {
      ...common,
      type: [least, most, by].every((one) => Number.isInteger(one)) ? 'integer' : 'decimal',
      least: Math.min(least, most),
      most: Math.max(least, most),
    }
  }

  #select(
    row: XlsformRow,
    common: Answered,
    {
      type,
      settings,
    }: { type: Extract<XlsformType, { kind: 'select' }>; settings: CampusSettings },
  ): FormItem[] {
    const filter = this.#expression(row, 'choice_filter', true)
    const given = this.#lists.get(type.list) ?? []
    const list = listNameOf(type.hasOther ? `${type.list}_or_other` : type.list)
    const other: Choice = { name: 'other', label: { zh: '其他', en: 'Other' }, columns: {} }
    const isOffered = !type.hasOther || given.some((choice) => choice.name === other.name)
    this.#used.set(list, isOffered ? given : [...given, other])
    const select = { ...common, choices: list, ...(filter !== undefined && { filter }) }
    const { least, most } = settings
    const question: FormItem = type.isMany
      ? {
          ...select,
          type: 'selectMany',
          ...(typeof least === 'number' && { least }),
          ...(typeof most === 'number' && { most }),
        }
      : { ...select, type: 'selectOne' }
    const name = `${common.name}_other`
    return type.hasOther
      ? [
          this.#limited(row, question),
          {
            name,
            label: { zh: '请说明', en: 'Please specify' },
            relevant: `selected(\${${common.name}}, 'other')`,
            type: 'text',
            required: false,
            readOnly: false,
            isLong: false,
            longest: MOST_ANSWER_CHARACTERS,
          },
        ]
      : [this.#limited(row, question)]
  }

  /** The one choice of a question that only asks for an OK, whose answer expressions compare. */
  #acknowledgement(): string {
    const list = 'acknowledgement'
    this.#used.set(list, [{ name: 'OK', label: { zh: '我已知悉', en: 'OK' }, columns: {} }])
    return list
  }

  #campusQuestion(row: XlsformRow, common: Answered, settings: CampusSettings): FormItem[] {
    const { type, least, most, isDrawn } = settings
    if (type === undefined) return []
    switch (type) {
      case 'money':
        return [
          this.#limited(row, {
            ...common,
            type,
            ...(typeof least === 'number' && { least }),
            ...(typeof most === 'number' && { most }),
          }),
        ]
      case 'statement':
        return [{ ...common, type, isDrawn: isDrawn === true }]
      case 'yesNo':
      case 'region':
      case 'phone':
      case 'idDocument':
      case 'classmate':
        return [{ ...common, type }]
    }
  }

  /** Removes from a constraint the limits that the question has already. */
  #limited(row: XlsformRow, item: FormItem): FormItem {
    if (row.cell(CAMPUS_COLUMN).text === '' || !('constraint' in item)) return item
    const { constraint = '', ...rest } = item
    const own = withoutLimits(constraint, limitsOf(item))
    return own === '' ? rest : { ...rest, constraint: own }
  }
}

type Answered =
  Extract<FormItem, { type: 'phone' }> extends infer Phone ? Omit<Phone, 'type'> : never

function itemOf(
  type: SimpleType,
  common: Answered,
  { settings, isMultiline }: { settings: CampusSettings; isMultiline: boolean },
): FormItem {
  const { least, most, earliest, latest, longest, largest, count } = settings
  switch (type) {
    case 'integer':
    case 'decimal':
      return {
        ...common,
        type,
        ...(typeof least === 'number' && { least }),
        ...(typeof most === 'number' && { most }),
      }
    case 'date':
      return {
        ...common,
        type,
        ...(typeof earliest === 'string' && { earliest }),
        ...(typeof latest === 'string' && { latest }),
      }
    case 'time':
      return { ...common, type }
    case 'picture':
    case 'file':
      return {
        ...common,
        type,
        largest: typeof largest === 'number' ? largest : 20 * 2 ** 20,
        count: typeof count === 'number' ? count : 1,
      }
    case 'text':
    case 'note':
    case 'calculation':
    case 'hidden':
      return {
        ...common,
        type: 'text',
        isLong: isMultiline,
        longest: typeof longest === 'number' ? longest : MOST_ANSWER_CHARACTERS,
      }
  }
}

// A question of a section that was removed is asked where the section was.
function withRelevance(item: FormItem, relevant: string | undefined): FormItem {
  if (relevant === undefined) return item
  const own = item.relevant
  return { ...item, relevant: own === undefined ? relevant : `(${relevant}) and (${own})` }
}

function freeName(text: string, line: number, taken: ReadonlySet<string>): string {
  const base = isXlsformName(text) ? text : `q_${line}`
  const isTaken = (name: string) => taken.has(name)
  if (!isTaken(base)) return base
  for (let number = 2; ; number += 1) {
    const name = `${base.slice(0, 58)}_${number}`
    if (!isTaken(name)) return name
  }
}

const listNameOf = (name: string): string =>
  isXlsformName(name) ? name : `list_${name.replaceAll(/[^\w.-]/g, '_')}`.slice(0, 64)

const isYes = (text: string): boolean => /^(yes|y|true|true\(\)|1|是)$/i.test(text)
const isNo = (text: string): boolean => /^(no|n|false|false\(\)|0|否)$/i.test(text)
