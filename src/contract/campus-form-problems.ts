import {
  ANSWER_IN_TEXT,
  type CampusFormDefinition,
  DEEPEST_SECTIONS,
  expressionOf,
  expressionsOf,
  type FormItem,
  isAnswerable,
  isStudentFact,
  itemsOf,
  MOST_CHOICES,
  MOST_QUESTIONS,
  type Wording,
} from './campus-form-definition.ts'
import { namesIn, parseExpression } from './campus-form-expression.ts'
import { runSteps } from './run-steps.ts'

// Whoever makes and publishes a form needs this; a phone, to which a form comes without problems,
// does not load it.

/** What is wrong with a definition whose shape is right, for the person who makes the form. */
export interface DefinitionProblem {
  /** The name of the item, or of the list of choices; '' for the form. */
  readonly item: string
  readonly problem:
    | 'no-questions'
    | 'too-many-questions'
    | 'too-many-choices'
    | 'too-deep'
    | 'no-title'
    | 'no-label'
    | 'same-name'
    | 'same-choice'
    | 'no-choices'
    | 'repetition-in-repetition'
    | 'expression'
    | 'unknown-answer'
    | 'answer-in-text'
    | 'circular'
    | 'long-chain'
    | 'range'
  /** The property, the expression or the name that is wrong. */
  readonly part: string
}

/** Finds what is wrong with a definition whose shape is right; none if it can be published. */
export const findDefinitionProblems = (definition: CampusFormDefinition): DefinitionProblem[] =>
  runSteps(findDefinitionProblemsInSteps(definition))

/**
 * `findDefinitionProblems` in steps of one item or choice each, so that a caller can do other work
 * between them.
 */
export function* findDefinitionProblemsInSteps(
  definition: CampusFormDefinition,
): Generator<undefined, DefinitionProblem[]> {
  const problems: DefinitionProblem[] = []
  const report = (item: string, problem: DefinitionProblem['problem'], part = '') =>
    problems.push({ item, problem, part })
  const all = itemsOf(definition.items)
  const isLabelled = ({ zh, en }: Wording) => zh.trim() !== '' || en.trim() !== ''
  if (!isLabelled(definition.title)) report('', 'no-title')
  if (!all.some(({ item }) => isAnswerable(item))) report('', 'no-questions')
  if (all.length > MOST_QUESTIONS) report('', 'too-many-questions')
  if (depthOf(definition.items) > DEEPEST_SECTIONS) report('', 'too-deep')
  const lists = Object.entries(definition.choices)
  if (lists.reduce((sum, [, choices]) => sum + choices.length, 0) > MOST_CHOICES)
    report('', 'too-many-choices')
  for (const [list, choices] of lists)
    for (const name of repeated(choices.map((choice) => choice.name)))
      report(list, 'same-choice', name)
  for (const name of repeated(all.map(({ item }) => item.name))) report(name, 'same-name', name)
  for (const text of [definition.title, definition.help])
    for (const name of namesInText(text)) report('', 'answer-in-text', name)
  for (const [list, choices] of lists)
    for (const { label } of choices) {
      yield
      for (const name of namesInText(label)) report(list, 'answer-in-text', name)
    }
  const names = new Map(all.map((one) => [one.item.name, one]))
  for (const { item, repetition } of all) {
    yield
    if (item.type !== 'hidden' && item.type !== 'calculation' && !isLabelled(item.label))
      report(item.name, 'no-label')
    if (item.type === 'repetition' && repetition !== undefined)
      report(item.name, 'repetition-in-repetition')
    if ('choices' in item && !Object.hasOwn(definition.choices, item.choices))
      report(item.name, 'no-choices', item.choices)
    if (isEmptyRange(item)) report(item.name, 'range')
    const texts = [item.label, item.hint, 'constraint' in item ? item.constraintMessage : undefined]
    for (const name of texts.flatMap(namesInText)) {
      const read = names.get(name)
      const isReadable =
        read !== undefined &&
        !TEXTLESS.has(read.item.type) &&
        (read.repetition === undefined || read.repetition === repetition)
      if (!isReadable) report(item.name, 'answer-in-text', name)
    }
    for (const { part, source } of expressionsOf(item)) {
      const parsed = parseExpression(source, { isFilter: part === 'filter' })
      if (parsed.type === 'invalid') {
        report(item.name, 'expression', part)
        continue
      }
      for (const name of namesIn(parsed.expression))
        if (!isStudentFact(name) && !names.has(name)) report(item.name, 'unknown-answer', name)
    }
  }
  if (problems.length === 0)
    for (const { name, problem } of yield* findBadChains(definition)) report(name, problem)
  return problems
}

// Items without an answer that a text can contain. Regions are stored by their codes.
const TEXTLESS: ReadonlySet<string> = new Set([
  'section',
  'repetition',
  'note',
  'region',
  'file',
  'picture',
])

const namesInText = (wording: Wording | undefined): string[] =>
  wording === undefined
    ? []
    : [wording.zh, wording.en].flatMap((text) =>
        [...text.matchAll(ANSWER_IN_TEXT)].map(([, name = '']) => name),
      )

// An item whose relevance or value reads an item, which reads an item, and so on, is evaluated by
// recursion. A longer chain could be too deep for the stack of a phone.
const LONGEST_CHAIN = 30

/**
 * The items whose relevance or value depends on itself, or on too long a chain of items. A
 * constraint is judged after all values, so it can read every answer.
 */
function* findBadChains({ items }: CampusFormDefinition): Generator<undefined, BadItem[]> {
  const needs = new Map<string, readonly string[]>()
  function* collect(
    inside: readonly FormItem[],
    container: readonly string[],
  ): Generator<undefined> {
    for (const item of inside) {
      yield
      const read = expressionsOf(item)
        .filter(({ part }) => part !== 'constraint')
        .flatMap(({ part, source }) => namesIn(expressionOf(source, part === 'filter')))
      needs.set(item.name, [...container, ...read])
      if ('items' in item) yield* collect(item.items, [item.name])
    }
  }
  yield* collect(items, [])
  const lengths = new Map<string, number | 'open'>()
  const bad: BadItem[] = []
  const visit = (name: string): number => {
    const known = lengths.get(name)
    if (known === 'open') bad.push({ name, problem: 'circular' })
    if (known !== undefined) return known === 'open' ? 0 : known
    lengths.set(name, 'open')
    const length = 1 + Math.max(0, ...new Set(needs.get(name)?.map(visit)))
    lengths.set(name, length)
    // The items that read this one are not reported too.
    if (length === LONGEST_CHAIN + 1) bad.push({ name, problem: 'long-chain' })
    return length
  }
  for (const name of needs.keys()) visit(name)
  return bad
}

interface BadItem {
  readonly name: string
  readonly problem: 'circular' | 'long-chain'
}

function depthOf(items: readonly FormItem[]): number {
  return Math.max(0, ...items.map((item) => ('items' in item ? 1 + depthOf(item.items) : 0)))
}

function isEmptyRange(item: FormItem): boolean {
  if ('least' in item && item.least !== undefined && item.most !== undefined)
    return item.least > item.most
  return (
    item.type === 'date' &&
    item.earliest !== undefined &&
    item.latest !== undefined &&
    item.earliest > item.latest
  )
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return [...new Set(names.filter((name) => seen.size === seen.add(name).size))]
}
