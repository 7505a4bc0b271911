import {
  ANSWER_IN_TEXT,
  type CampusFormDefinition,
  type Choice,
  expressionsOf,
  freeItemName,
  type FormItem,
  itemsOf,
  type Question,
  type Wording,
} from '#contract/campus-form-definition'

/** The place of an item: its index, and before it the indexes of the groups around it. */
export type ItemPath = readonly number[]

/** A type of item. */
export type ItemType = FormItem['type']

/** The types of items in the order in which the editor offers them. */
export const ITEM_TYPES = [
  'text',
  'integer',
  'decimal',
  'money',
  'date',
  'time',
  'yesNo',
  'selectOne',
  'selectMany',
  'region',
  'phone',
  'idDocument',
  'classmate',
  'picture',
  'file',
  'statement',
  'note',
  'section',
  'repetition',
  'calculation',
  'hidden',
] as const satisfies readonly ItemType[]

const NO_WORDING: Wording = { zh: '', en: '' }

const childrenOf = (item: FormItem | undefined): readonly FormItem[] =>
  item !== undefined && 'items' in item ? item.items : []

/** The item at a path; undefined if there is none. */
export function itemAt(items: readonly FormItem[], path: ItemPath): FormItem | undefined {
  const [first = -1, ...rest] = path
  return rest.length === 0 ? items[first] : itemAt(childrenOf(items[first]), rest)
}

/** The items of a form with their places, in order. */
export const pathsOf = (
  items: readonly FormItem[],
  container: ItemPath = [],
): { item: FormItem; path: ItemPath }[] =>
  items.flatMap((item, index) => {
    const path = [...container, index]
    return [{ item, path }, ...('items' in item ? pathsOf(item.items, path) : [])]
  })

// Changes the list of items that contains the path's item.
function changeList(
  items: readonly FormItem[],
  path: ItemPath,
  change: (list: readonly FormItem[], index: number) => readonly FormItem[],
): readonly FormItem[] {
  const [first = 0, ...rest] = path
  if (rest.length === 0) return change(items, first)
  return items.map((item, index) =>
    index === first && 'items' in item
      ? { ...item, items: changeList(item.items, rest, change) }
      : item,
  )
}

const replaceAt = (items: readonly FormItem[], path: ItemPath, item: FormItem) =>
  changeList(items, path, (list, index) => list.map((one, at) => (at === index ? item : one)))

/** The form with another item at a path, and with the lists of choices that its questions need. */
export const replaceItem = (
  definition: CampusFormDefinition,
  path: ItemPath,
  item: FormItem,
): CampusFormDefinition =>
  completeChoices({ ...definition, items: [...replaceAt(definition.items, path, item)] })

/** Removes the item at a path. */
export const removeAt = (items: readonly FormItem[], path: ItemPath) =>
  changeList(items, path, (list, index) => list.filter((_one, at) => at !== index))

/** Inserts an item, which then has this path. */
export const insertAt = (items: readonly FormItem[], path: ItemPath, item: FormItem) =>
  changeList(items, path, (list, index) => [...list.slice(0, index), item, ...list.slice(index)])

const canContain = (group: FormItem | undefined, item: FormItem): boolean =>
  group !== undefined &&
  'items' in group &&
  !(
    group.type === 'repetition' &&
    itemsOf([item]).some(({ item: one }) => one.type === 'repetition')
  )

/**
 * Moves an item one place up (-1) or down (1): past its neighbour, into a group beside it, or out of
 * the group around it. Returns undefined if the item is the first or the last one.
 */
export function moveItem(
  items: readonly FormItem[],
  path: ItemPath,
  step: 1 | -1,
): { items: readonly FormItem[]; path: ItemPath } | undefined {
  const item = itemAt(items, path)
  const container = path.slice(0, -1)
  const index = path.at(-1)
  if (item === undefined || index === undefined) return undefined
  const siblings = container.length === 0 ? items : childrenOf(itemAt(items, container))
  const neighbour = siblings[index + step]
  const rest = removeAt(items, path)
  // After the removal the next sibling has the item's index.
  const neighbourPath = [...container, step === 1 ? index : index - 1]
  const to =
    neighbour === undefined
      ? moveOut(container, step)
      : canContain(neighbour, item)
        ? [...neighbourPath, step === 1 ? 0 : childrenOf(neighbour).length]
        : [...container, index + step]
  return to === undefined ? undefined : { items: insertAt(rest, to, item), path: to }
}

function moveOut(container: ItemPath, step: 1 | -1): ItemPath | undefined {
  const index = container.at(-1)
  if (index === undefined) return undefined
  return [...container.slice(0, -1), step === 1 ? index + 1 : index]
}

/** The names of all items and lists of choices, and those in `used`. */
export const namesOf = (
  { items, choices }: CampusFormDefinition,
  used: readonly string[] = [],
): Set<string> =>
  new Set([...itemsOf(items).map(({ item }) => item.name), ...Object.keys(choices), ...used])

/**
 * The name that is proposed for an item: its English label as an identifier, otherwise its type. A
 * name has only Latin letters, because expressions and exports contain it.
 */
export function proposeName(type: ItemType, label: Wording, taken: ReadonlySet<string>): string {
  const written = label.en
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .toLowerCase()
    .slice(0, 40)
  return freeItemName(written === '' ? type : written, taken)
}

/** A new item of a type. */
export function createItem(type: ItemType, taken: ReadonlySet<string>): FormItem {
  const name = freeItemName(type, taken)
  return convertItem({ type: 'note', name, label: NO_WORDING }, type)
}

/** An item as another type, with everything that both types have. */
export function convertItem(item: FormItem, type: ItemType): FormItem {
  const { name, label, hint, relevant } = item
  const common = { name, label, ...(hint && { hint }), ...(relevant && { relevant }) }
  const asked = {
    ...common,
    required: 'required' in item ? item.required : true,
    readOnly: false,
    ...('constraint' in item && { constraint: item.constraint }),
    ...('constraintMessage' in item && { constraintMessage: item.constraintMessage }),
  }
  switch (type) {
    case 'section':
      return { ...common, type, items: childrenOf(item) }
    case 'repetition':
      return { ...common, type, least: 1, most: 10, items: childrenOf(item) }
    case 'note':
      return { ...common, type }
    case 'calculation':
      return { ...common, type, value: "''" }
    case 'hidden':
      return { ...common, type, value: '' }
    case 'text':
      return { ...asked, type, isLong: false, longest: 200 }
    case 'selectOne':
    case 'selectMany':
      return { ...asked, type, choices: 'choices' in item ? item.choices : name }
    case 'picture':
    case 'file':
      return { ...asked, type, largest: 10 * 2 ** 20, count: 1 }
    case 'statement':
      return { ...asked, type, required: true, isDrawn: false }
    case 'integer':
    case 'decimal':
    case 'money':
    case 'date':
    case 'time':
    case 'yesNo':
    case 'region':
    case 'phone':
    case 'idDocument':
    case 'classmate':
      return { ...asked, type }
  }
}

/**
 * The form with a copy after the item at a path. No other item has the copy's names, or those of the
 * items inside; each of them has choices of its own.
 */
export function duplicateAt(
  definition: CampusFormDefinition,
  path: ItemPath,
  used: readonly string[],
): CampusFormDefinition {
  const item = itemAt(definition.items, path)
  if (item === undefined) return definition
  const copy = duplicateItem(item, namesOf(definition, used))
  const originals = itemsOf([item])
  const lists = itemsOf([copy]).flatMap(({ item: one }, index) => {
    const original = originals[index]?.item
    return 'choices' in one && original !== undefined && 'choices' in original
      ? [[one.choices, definition.choices[original.choices] ?? []] as const]
      : []
  })
  const next = [...path.slice(0, -1), (path.at(-1) ?? 0) + 1]
  return completeChoices({
    ...definition,
    items: [...insertAt(definition.items, next, copy)],
    choices: { ...definition.choices, ...Object.fromEntries(lists) },
  })
}

// A copy of an item with new names. Inside it, the copies read each other's answers.
function duplicateItem(item: FormItem, taken: ReadonlySet<string>): FormItem {
  const names = new Map<string, string>()
  for (const { item: one } of itemsOf([item]))
    names.set(one.name, freeItemName(one.name, new Set([...taken, ...names.values()])))
  const copy = (one: FormItem): FormItem => {
    const name = names.get(one.name) ?? one.name
    const renamed = { ...renameRead(one, names), name }
    return 'choices' in renamed ? { ...renamed, choices: name } : renamed
  }
  return mapItems([item], copy)[0] ?? item
}

// An item that reads, in its expressions and texts, the answers of renamed items.
function renameRead(item: FormItem, names: ReadonlyMap<string, string>): FormItem {
  const rename = (source: string) =>
    source.replaceAll(ANSWER_IN_TEXT, (read, name: string) =>
      names.has(name) ? `\${${names.get(name)}}` : read,
    )
  const texts = Object.entries({
    label: item.label,
    hint: item.hint,
    constraintMessage: 'constraintMessage' in item ? item.constraintMessage : undefined,
  })
  return {
    ...item,
    ...Object.fromEntries(expressionsOf(item).map(({ part, source }) => [part, rename(source)])),
    ...Object.fromEntries(
      texts.flatMap(([part, text]) =>
        text === undefined ? [] : [[part, { zh: rename(text.zh), en: rename(text.en) }]],
      ),
    ),
  }
}

const mapItems = (
  items: readonly FormItem[],
  change: (item: FormItem) => FormItem,
): readonly FormItem[] =>
  items.map((item) => {
    const changed = change(item)
    return 'items' in changed ? { ...changed, items: mapItems(changed.items, change) } : changed
  })

/**
 * Renames the item at a path, also in the expressions and texts that read its answer, and its own
 * list of choices.
 */
export function renameItem(
  definition: CampusFormDefinition,
  path: ItemPath,
  name: string,
): CampusFormDefinition {
  const item = itemAt(definition.items, path)
  if (item === undefined) return definition
  const lists = itemsOf(definition.items).filter(
    ({ item: one }) => 'choices' in one && one.choices === item.name,
  )
  const own = definition.choices[item.name]
  const isOwnList = 'choices' in item && item.choices === item.name && lists.length === 1
  const renamed = {
    ...item,
    name,
    ...(isOwnList && { choices: name }),
  } as FormItem
  const names = new Map([[item.name, name]])
  const items = mapItems(replaceAt(definition.items, path, renamed), (one) =>
    renameRead(one, names),
  )
  const choices =
    isOwnList && own !== undefined ? { ...definition.choices, [name]: own } : definition.choices
  return completeChoices({ ...definition, items: [...items], choices })
}

/** The names of a form: those of its items, lists and choices. */
export const everyNameOf = (definition: CampusFormDefinition): Set<string> =>
  new Set([
    ...namesOf(definition),
    ...Object.values(definition.choices).flatMap((list) => list.map(({ name }) => name)),
  ])

/**
 * A form whose items and choices have none of these names, also in its expressions: somebody else has
 * given the names to others meanwhile.
 */
export function avoidNames(
  definition: CampusFormDefinition,
  avoided: ReadonlySet<string>,
): CampusFormDefinition {
  let next = definition
  for (const { item, path } of pathsOf(definition.items)) {
    if (avoided.has(item.name))
      next = renameItem(next, path, freeItemName(item.name, namesOf(next, [...avoided])))
  }
  for (const [list, choices] of Object.entries(next.choices)) {
    const taken = new Set([...choices.map(({ name }) => name), ...avoided])
    const names = new Map<string, string>()
    for (const { name } of choices)
      if (avoided.has(name)) {
        names.set(name, freeNumber(taken, avoided))
        taken.add(names.get(name) ?? '')
      }
    if (names.size > 0) next = renameChoices(next, list, names)
  }
  return next
}

// An answer that an expression compares with a text: `${kind} = '3'`, `selected(${kind}, '3')`.
const COMPARED = /(\$\{\s*([\w.-]+)\s*\}\s*(?:!?=|,)\s*)(['"])(.*?)\3/g

function renameChoices(
  definition: CampusFormDefinition,
  list: string,
  names: ReadonlyMap<string, string>,
): CampusFormDefinition {
  const questions = new Set(
    itemsOf(definition.items).flatMap(({ item }) =>
      'choices' in item && item.choices === list ? [item.name] : [],
    ),
  )
  const rename = (source: string) =>
    source.replaceAll(COMPARED, (all, before: string, name: string, quote: string, code: string) =>
      questions.has(name) ? `${before}${quote}${names.get(code) ?? code}${quote}` : all,
    )
  const items = mapItems(definition.items, (item) => ({
    ...item,
    ...Object.fromEntries(expressionsOf(item).map(({ part, source }) => [part, rename(source)])),
  }))
  const choices = (definition.choices[list] ?? []).map((choice) => ({
    ...choice,
    name: names.get(choice.name) ?? choice.name,
  }))
  return { ...definition, items: [...items], choices: { ...definition.choices, [list]: choices } }
}

/** A definition with a list of choices for each question that needs one, and no other lists. */
export function completeChoices(definition: CampusFormDefinition): CampusFormDefinition {
  const lists = itemsOf(definition.items).flatMap(({ item }) =>
    'choices' in item ? [item.choices] : [],
  )
  return {
    ...definition,
    choices: Object.fromEntries(
      [...new Set(lists)].flatMap((list) => {
        const choices = definition.choices[list]
        return choices === undefined ? [] : [[list, choices]]
      }),
    ),
  }
}

/** Choices as lines that can be edited: the Chinese label, and the English one after a bar. */
export const writeChoices = (choices: readonly Choice[]): string =>
  choices
    .map(({ label: { zh, en } }) => [zh, en].filter((one) => one !== '').join(' | '))
    .join('\n')

/**
 * Reads choices from lines: `中文 | English | name`, with bars or tabs. A choice keeps the name, by
 * which answers are stored, if its Chinese label stays, or if only the label in its line changed. A
 * new choice gets none of the names in `used`.
 */
export function readChoices(
  text: string,
  before: readonly Choice[],
  used: ReadonlySet<string> = new Set(),
): Choice[] {
  const lines = text
    .split('\n')
    .map((line) => line.split(/[|｜\t]/).map((part) => part.trim()))
    .filter(([zh = '', en = '']) => zh !== '' || en !== '')
  const left = [...before]
  const take = (found: Choice | undefined) => {
    if (found !== undefined) left.splice(left.indexOf(found), 1)
    return found
  }
  const same = lines.map(([zh = '']) =>
    take(left.find(({ label }) => label.zh === zh || (label.zh === '' && label.en === zh))),
  )
  const earlier = same.map((one, index) => {
    const known = before[index]
    return one ?? (known !== undefined && left.includes(known) ? take(known) : undefined)
  })
  const taken = new Set(earlier.flatMap((one) => (one === undefined ? [] : [one.name])))
  return lines.map(([zh = '', en = '', written = ''], index) => {
    const known = earlier[index]
    const isName = /^[^\s\0]{1,64}$/.test(written) && !taken.has(written)
    const name = isName ? written : (known?.name ?? freeNumber(taken, used))
    taken.add(name)
    return { name, label: { zh, en }, columns: known?.columns ?? {} }
  })
}

function freeNumber(taken: ReadonlySet<string>, used: ReadonlySet<string>): string {
  for (let number = taken.size + 1; ; number += 1)
    if (!taken.has(String(number)) && !used.has(String(number))) return String(number)
}

/** The texts to which expressions can compare the answer of an item, such as names of choices. */
export const comparedTexts = ({ items }: CampusFormDefinition, name: string): string[] =>
  itemsOf(items)
    .flatMap(({ item }) => expressionsOf(item))
    .filter(({ source }) => source.includes(`\${${name}}`))
    .flatMap(({ source }) => [...source.matchAll(/'([^']*)'|"([^"]*)"/g)])
    .map(([, one, other]) => one ?? other ?? '')

/** A question with choices. */
export type ChoiceQuestion = Extract<Question, { choices: string }>
