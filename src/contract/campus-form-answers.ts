import type { Language } from '../i18n/translate.ts'
import { yesNoTexts } from '../i18n/yes-no.ts'
import {
  ANSWER_IN_TEXT,
  type AnswerableQuestion,
  type CampusFormDefinition,
  type Choice,
  expressionOf,
  expressionsOf,
  type FormItem,
  isAnswerable,
  type Question,
  type Repetition,
  selectWording,
  type Wording,
} from './campus-form-definition.ts'
import {
  evaluate,
  evaluateText,
  type Expression,
  type ExpressionScope,
  isTrue,
} from './campus-form-expression.ts'
import type { AnswerGroup, CampusFormAnswers, SingleAnswer } from './campus-form-submission.ts'
import { formatYuan, isDay, isTimeOrEmpty } from './fields.ts'
import { validateIdNumber } from './id-document.ts'
import { isPhoneAbroad, MOBILE_PATTERN } from './phones.ts'
import { runSteps } from './run-steps.ts'

/** The longest text that a form computes, in characters. Longer texts are cut. */
const MOST_COMPUTED_CHARACTERS = 10_000

/** What the answers are judged by, besides the definition. */
export interface AnswerContext {
  /** The current day in China, YYYY-MM-DD. */
  readonly today: string
  /** The student's own name, which a statement has to be signed with. */
  readonly studentName: string
  /** Facts about the student by their names in expressions (`STUDENT_FACTS`). */
  readonly facts: Readonly<Record<string, string>>
  /** The identifiers of the attachments that belong to these answers. */
  readonly attachments: ReadonlySet<string>
}

/** What is wrong with an answer. */
export interface AnswerIssue {
  /** The place of the answer, such as `phone` or `members.0.phone`. */
  readonly path: string
  readonly problem:
    | 'required'
    | 'constraint'
    | 'kind'
    | 'length'
    | 'number'
    | 'range'
    | 'date'
    | 'time'
    | 'choice'
    | 'count'
    | 'phone'
    | 'id-document'
    | 'attachment'
    | 'signature'
  /** The form's own sentence about a constraint. */
  readonly wording?: Wording | undefined
}

/** A definition whose expressions are parsed. */
export interface CompiledForm {
  readonly definition: CampusFormDefinition
  /** The items by name. */
  readonly items: ReadonlyMap<string, CompiledItem>
}

interface CompiledItem {
  readonly item: FormItem
  /** The names of the sections and the repetition around the item, the outermost first. */
  readonly containers: readonly string[]
  readonly repetition: string | undefined
  readonly expressions: Readonly<Record<string, Expression>>
}

/** Parses the expressions of a definition without problems (`findDefinitionProblems`). */
export const compileForm = (definition: CampusFormDefinition): CompiledForm =>
  runSteps(compileFormInSteps(definition))

/** `compileForm` in steps of one expression each: parsing hundreds of long ones takes time. */
export function* compileFormInSteps(
  definition: CampusFormDefinition,
): Generator<undefined, CompiledForm> {
  const items = new Map<string, CompiledItem>()
  function* add(
    inside: readonly FormItem[],
    containers: readonly string[],
    repetition?: string,
  ): Generator<undefined> {
    for (const item of inside) {
      const expressions: Record<string, Expression> = {}
      for (const { part, source } of expressionsOf(item)) {
        expressions[part] = expressionOf(source, part === 'filter')
        yield
      }
      items.set(item.name, { item, containers, repetition, expressions })
      if ('items' in item)
        yield* add(
          item.items,
          [...containers, item.name],
          item.type === 'repetition' ? item.name : repetition,
        )
    }
  }
  yield* add(definition.items, [])
  return { definition, items }
}

/** The place of an answer: a repetition's is the name, the number from 0, and the name inside. */
export const pathOf = (name: string, repetition?: string, index = 0): string =>
  repetition === undefined ? name : `${repetition}.${index}.${name}`

/** The state of a form with these answers: what is asked, and what is computed. Pure. */
export class FormState {
  readonly #form: CompiledForm
  readonly #answers: CampusFormAnswers
  readonly #context: AnswerContext
  readonly #relevant = new Map<string, boolean>()
  readonly #texts = new Map<string, string>()

  constructor(form: CompiledForm, answers: CampusFormAnswers, context: AnswerContext) {
    this.#form = form
    this.#answers = answers
    this.#context = context
  }

  /** The number of times that a repetition is filled in. */
  countOf(repetition: string): number {
    const groups = this.#answers[repetition]
    return Array.isArray(groups) ? groups.filter((group) => typeof group === 'object').length : 0
  }

  /** The answer as it was given, whether or not the question is relevant. */
  given(name: string, index = 0): SingleAnswer | undefined {
    const { repetition } = this.#form.items.get(name) ?? {}
    if (repetition === undefined) {
      const answer = own(this.#answers, name)
      return isGroupList(answer) ? undefined : answer
    }
    const groups = own(this.#answers, repetition)
    const group = isGroupList(groups) ? groups[index] : undefined
    return group && own(group, name)
  }

  /** Whether an item is asked. */
  isRelevant(name: string, index = 0): boolean {
    const compiled = this.#form.items.get(name)
    if (compiled === undefined) return false
    const path = pathOf(name, compiled.repetition, index)
    const known = this.#relevant.get(path)
    if (known !== undefined) return known
    const { containers, expressions } = compiled
    const around = containers.at(-1)
    const isIt =
      (around === undefined || this.isRelevant(around, index)) &&
      (expressions['relevant'] === undefined ||
        isTrue(expressions['relevant'], this.#scope(name, index)))
    this.#relevant.set(path, isIt)
    return isIt
  }

  /** The answer as text, as expressions and tables show it; '' if it is not asked. */
  textOf(name: string, index = 0): string {
    const compiled = this.#form.items.get(name)
    if (compiled === undefined || !this.isRelevant(name, index)) return ''
    const path = pathOf(name, compiled.repetition, index)
    const known = this.#texts.get(path)
    if (known !== undefined) return known
    const { item, expressions } = compiled
    const text =
      item.type === 'calculation'
        ? this.#compute(expressions['value'], name, index)
        : item.type === 'hidden'
          ? item.value
          : answerToText(this.given(name, index))
    this.#texts.set(path, text)
    return text
  }

  /** The answer that is filled in before the student answers; '' for none. */
  initialOf(name: string, index = 0): string {
    return this.#compute(this.#form.items.get(name)?.expressions['initial'], name, index)
  }

  /** The choices of a question, as far as its filter offers them. */
  choicesOf(question: Extract<Question, { choices: string }>, index = 0): readonly Choice[] {
    return runSteps(this.choicesInSteps(question, index))
  }

  /** `choicesOf` in steps of one choice each. */
  *choicesInSteps(
    question: Extract<Question, { choices: string }>,
    index = 0,
  ): Generator<undefined, readonly Choice[]> {
    const all = this.#form.definition.choices[question.choices] ?? []
    const filter = this.#form.items.get(question.name)?.expressions['filter']
    if (filter === undefined) return all
    const scope = this.#scope(question.name, index)
    const offered: Choice[] = []
    for (const choice of all) {
      yield
      const attribute = (column: string) =>
        column === 'name' ? choice.name : (own(choice.columns, column) ?? '')
      if (isTrue(filter, { ...scope, attribute })) offered.push(choice)
    }
    return offered
  }

  /** Whether an answer fulfils the constraint of its question. */
  fulfilsConstraint(name: string, index = 0): boolean {
    const constraint = this.#form.items.get(name)?.expressions['constraint']
    return (
      constraint === undefined ||
      isTrue(constraint, { ...this.#scope(name, index), self: this.textOf(name, index) })
    )
  }

  /**
   * A text of a form in a language, with the answers for which `${name}` stands. `of`: the name of
   * the item that has the text.
   */
  fillWording(
    wording: Wording | undefined,
    { of, index = 0, language }: { of: string; index?: number | undefined; language: Language },
  ): string {
    const text = selectWording(wording, language)
    const { repetition } = this.#form.items.get(of) ?? {}
    return text.replaceAll(ANSWER_IN_TEXT, (_all, name: string) => {
      const read = this.#form.items.get(name)
      // A definition can be shown before it is free of problems.
      return read === undefined || (read.repetition ?? repetition) !== repetition
        ? ''
        : this.#describe(read.item, index, language)
    })
  }

  #describe(item: FormItem, index: number, language: Language): string {
    const text = this.textOf(item.name, index)
    if (text === '' || !isAnswerable(item)) return text
    return describeAnswer(this.#form.definition, {
      item,
      answer: this.given(item.name, index),
      language,
    })
  }

  #compute(expression: Expression | undefined, name: string, index: number): string {
    if (expression === undefined) return ''
    const scope = this.#scope(name, index)
    const value = evaluate(expression, scope)
    // A sum of something that is not answered yet is not a value.
    if (typeof value === 'number' && !Number.isFinite(value)) return ''
    return evaluateText(expression, scope).slice(0, MOST_COMPUTED_CHARACTERS)
  }

  #scope(name: string, index: number): ExpressionScope {
    const { repetition } = this.#form.items.get(name) ?? {}
    const isInside =
      repetition !== undefined || this.#form.items.get(name)?.item.type === 'repetition'
    return {
      today: this.#context.today,
      self: answerToText(this.given(name, index)),
      position: isInside ? index + 1 : 0,
      read: (other) => this.#read(other, { repetition, index }),
    }
  }

  #read(
    name: string,
    from: { readonly repetition: string | undefined; readonly index: number },
  ): readonly string[] {
    const read = this.#form.items.get(name)
    if (read === undefined) {
      const fact = own(this.#context.facts, name)
      return fact === undefined || fact === '' ? [] : [fact]
    }
    if (read.item.type === 'repetition')
      return this.isRelevant(name)
        ? Array.from({ length: this.countOf(name) }, (_, at) => String(at + 1))
        : []
    if (read.repetition === undefined || read.repetition === from.repetition) {
      const text = this.textOf(name, from.index)
      return text === '' ? [] : [text]
    }
    return Array.from({ length: this.countOf(read.repetition) }, (_, at) => at)
      .filter((at) => this.isRelevant(name, at))
      .map((at) => this.textOf(name, at))
  }
}

/** The answers as they are stored, and what is wrong with them. */
export interface CheckedAnswers {
  /** What is asked, with what is computed; answers to what is not asked are left out. */
  readonly answers: CampusFormAnswers
  readonly issues: readonly AnswerIssue[]
}

/**
 * Checks answers by a definition. The phone and the university use this one check; the university
 * stores `answers` only if there are no issues. Pure.
 */
export const checkAnswers = (
  form: CompiledForm,
  given: CampusFormAnswers,
  context: AnswerContext,
): CheckedAnswers => runSteps(checkAnswersInSteps(form, given, context))

/** `checkAnswers` in steps of one item each. */
export function* checkAnswersInSteps(
  form: CompiledForm,
  given: CampusFormAnswers,
  context: AnswerContext,
): Generator<undefined, CheckedAnswers> {
  const state = new FormState(form, given, context)
  const issues: AnswerIssue[] = []
  function* check(
    items: readonly FormItem[],
    into: Record<string, SingleAnswer>,
    whole: Record<string, CampusFormAnswers[string]>,
    index?: number,
  ): Generator<undefined> {
    for (const item of items) {
      yield
      if (!state.isRelevant(item.name, index)) continue
      if (item.type === 'section') yield* check(item.items, into, whole, index)
      else if (item.type === 'repetition') whole[item.name] = yield* checkRepetition(item)
      else if (item.type === 'calculation' || item.type === 'hidden')
        into[item.name] = state.textOf(item.name, index)
      else if (item.type !== 'note') into[item.name] = yield* checkQuestion(item, index)
    }
  }
  function* checkRepetition(repetition: Repetition): Generator<undefined, AnswerGroup[]> {
    const count = state.countOf(repetition.name)
    if (count < repetition.least || count > repetition.most)
      issues.push({ path: repetition.name, problem: 'count' })
    const groups: AnswerGroup[] = []
    for (let index = 0; index < Math.min(count, repetition.most); index++) {
      const group: Record<string, SingleAnswer> = {}
      yield* check(repetition.items, group, group as never, index)
      groups.push(group)
    }
    return groups
  }
  function* checkQuestion(
    item: AnswerableQuestion,
    index?: number,
  ): Generator<undefined, SingleAnswer> {
    const answer = state.given(item.name, index) ?? emptyAnswer(item)
    const { repetition } = form.items.get(item.name) ?? {}
    const path = pathOf(item.name, repetition, index)
    const isAnswered = answerToText(answer).trim() !== ''
    const choices =
      'choices' in item && (isAnswered || item.required)
        ? yield* state.choicesInSteps(item, index)
        : []
    const problem = findProblem(item, answer, { state, context, index, choices })
    if (problem !== undefined)
      issues.push({
        path,
        problem,
        ...(problem === 'constraint' && { wording: fillInBoth(item, index) }),
      })
    return answer
  }
  const fillInBoth = ({ constraintMessage, name: of }: AnswerableQuestion, index?: number) =>
    constraintMessage && {
      zh: state.fillWording(constraintMessage, { of, index, language: 'zh' }),
      en: state.fillWording(constraintMessage, { of, index, language: 'en' }),
    }
  const answers: Record<string, CampusFormAnswers[string]> = {}
  yield* check(form.definition.items, answers as Record<string, SingleAnswer>, answers)
  return { answers, issues }
}

/** The answer to a question that is not answered. */
export function emptyAnswer(question: AnswerableQuestion): SingleAnswer {
  switch (question.type) {
    case 'selectMany':
    case 'file':
    case 'picture':
      return []
    case 'idDocument':
      return { type: 'resident', number: '' }
    case 'classmate':
      return { student: '', name: '' }
    case 'statement':
      return { name: '', drawing: '' }
    case 'text':
    case 'integer':
    case 'decimal':
    case 'money':
    case 'date':
    case 'time':
    case 'yesNo':
    case 'selectOne':
    case 'region':
    case 'phone':
      return ''
  }
}

/** An answer as one text; '' if it is not answered. */
export function answerToText(answer: SingleAnswer | undefined): string {
  if (answer === undefined) return ''
  if (typeof answer === 'string') return answer
  if (isTextList(answer)) return answer.join(' ')
  if ('number' in answer) return answer.number
  return 'student' in answer ? answer.student : answer.name
}

/**
 * An answer in words; '' if it is not answered, and for files. A region stays a code, because its name
 * is in a file of its own.
 */
export function describeAnswer(
  { choices }: CampusFormDefinition,
  {
    item,
    answer = '',
    language,
  }: { item: FormItem; answer: SingleAnswer | undefined; language: Language },
): string {
  if (typeof answer === 'object' && !Array.isArray(answer))
    return 'number' in answer ? answer.number : answer.name
  if ('choices' in item) {
    const labels = new Map(choices[item.choices]?.map(({ name, label }) => [name, label]))
    const list = typeof answer === 'string' ? [answer] : answer
    return list
      .map((name) => selectWording(labels.get(name), language) || name)
      .join(language === 'zh' ? '、' : ', ')
  }
  if (Array.isArray(answer)) return ''
  if (item.type === 'yesNo' && (answer === 'yes' || answer === 'no'))
    return yesNoTexts[answer][language]
  return item.type === 'money' && /^-?\d{1,15}$/.test(answer) ? formatYuan(Number(answer)) : answer
}

interface AnswerSurroundings {
  readonly state: FormState
  readonly context: AnswerContext
  readonly index?: number | undefined
  /** What a question with choices offers. */
  readonly choices: readonly Choice[]
}

function findProblem(
  question: AnswerableQuestion,
  answer: SingleAnswer,
  { state, context, index, choices }: AnswerSurroundings,
): AnswerIssue['problem'] | undefined {
  if (!hasKindOf(answer, emptyAnswer(question))) return 'kind'
  if (answerToText(answer).trim() === '') {
    // Nobody can choose where nothing is offered.
    const isPossible = !('choices' in question) || choices.length > 0
    return question.required && isPossible ? 'required' : undefined
  }
  return (
    findProblemOfType(question, answer, { state, context, index, choices }) ??
    (state.fulfilsConstraint(question.name, index) ? undefined : 'constraint')
  )
}

function findProblemOfType(
  question: AnswerableQuestion,
  answer: SingleAnswer,
  { context, choices }: AnswerSurroundings,
): AnswerIssue['problem'] | undefined {
  const text = answerToText(answer)
  const list = isTextList(answer) ? answer : []
  switch (question.type) {
    case 'text':
      return [...text].length > question.longest ? 'length' : undefined
    case 'integer':
    case 'money':
      return /^-?\d{1,15}$/.test(text) ? findRangeProblem(question, Number(text)) : 'number'
    case 'decimal':
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(text)
        ? findRangeProblem(question, Number(text))
        : 'number'
    case 'date':
      if (!isDay(text)) return 'date'
      return (question.earliest !== undefined && text < question.earliest) ||
        (question.latest !== undefined && text > question.latest)
        ? 'range'
        : undefined
    case 'time':
      return isTimeOrEmpty(text) ? undefined : 'time'
    case 'yesNo':
      return text === 'yes' || text === 'no' ? undefined : 'choice'
    case 'selectOne':
      return choices.some(({ name }) => name === text) ? undefined : 'choice'
    case 'selectMany': {
      const offered = new Set(choices.map(({ name }) => name))
      if (new Set(list).size < list.length || list.some((name) => !offered.has(name)))
        return 'choice'
      return list.length < (question.least ?? 0) || list.length > (question.most ?? Infinity)
        ? 'count'
        : undefined
    }
    case 'region':
      return /^\d{6}$/.test(text) ? undefined : 'choice'
    case 'phone':
      return MOBILE_PATTERN.test(text) || isPhoneAbroad(text) ? undefined : 'phone'
    case 'idDocument':
      return typeof answer === 'object' &&
        'number' in answer &&
        validateIdNumber(answer.type, answer.number) === undefined
        ? undefined
        : 'id-document'
    case 'classmate':
      return /^[A-Za-z0-9]{1,64}$/.test(text) ? undefined : 'choice'
    case 'file':
    case 'picture':
      if (list.length > question.count) return 'count'
      return list.every((id) => context.attachments.has(id)) ? undefined : 'attachment'
    case 'statement': {
      const { drawing } =
        typeof answer === 'object' && 'drawing' in answer ? answer : { drawing: '' }
      if (withoutBlanks(text) !== withoutBlanks(context.studentName)) return 'signature'
      return question.isDrawn && !context.attachments.has(drawing) ? 'attachment' : undefined
    }
  }
}

const withoutBlanks = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/g, '')

const findRangeProblem = (
  { least = -Infinity, most = Infinity }: { least?: number | undefined; most?: number | undefined },
  value: number,
) => (value < least || value > most ? 'range' : undefined)

/** An answer with its item, and with its place. */
export interface PlacedAnswer {
  readonly item: FormItem
  readonly answer: SingleAnswer
  readonly path: string
}

/** All answers to items of a form, those in repetitions included. */
export function listAnswers(form: CompiledForm, answers: CampusFormAnswers): PlacedAnswer[] {
  const listGroup = (group: AnswerGroup, repetition?: string, index?: number): PlacedAnswer[] =>
    Object.entries(group).flatMap(([name, answer]) => {
      const item = form.items.get(name)?.item
      return item === undefined ? [] : [{ item, answer, path: pathOf(name, repetition, index) }]
    })
  return Object.entries(answers).flatMap(([name, value]) =>
    isGroupList(value) && form.items.get(name)?.item.type === 'repetition'
      ? value.flatMap((group, index) => listGroup(group, name, index))
      : listGroup({ [name]: value as SingleAnswer }),
  )
}

/** The identifiers of the files of an answer. */
export function listFileIds({ item, answer }: Pick<PlacedAnswer, 'item' | 'answer'>): string[] {
  if (item.type === 'file' || item.type === 'picture') return isTextList(answer) ? answer : []
  const drawing = item.type === 'statement' && typeof answer === 'object' && 'drawing' in answer
  return drawing && answer.drawing !== '' ? [answer.drawing] : []
}

/** Answers in which each is replaced by what `convert` returns. */
export const mapAnswers = (
  answers: CampusFormAnswers,
  convert: (name: string, answer: SingleAnswer) => SingleAnswer,
): CampusFormAnswers => {
  const mapGroup = (group: AnswerGroup): AnswerGroup =>
    Object.fromEntries(Object.entries(group).map(([name, one]) => [name, convert(name, one)]))
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [
      name,
      isGroupList(value) ? value.map(mapGroup) : convert(name, value),
    ]),
  )
}

/** Answers of one version of a form in another version. */
export interface UpcastAnswers {
  readonly answers: CampusFormAnswers
  /** The names of the questions that the student is asked anew: they are new or have changed. */
  readonly askAgain: readonly string[]
}

/**
 * Converts answers to another version of the form, by the names of the questions. An answer stays
 * where its question has the same type; a statement only with the same words, because the student
 * agreed to those. Pure.
 */
export function upcastAnswers(
  answers: CampusFormAnswers,
  from: CompiledForm,
  to: CompiledForm,
): UpcastAnswers {
  const askAgain: string[] = []
  const convert = (
    group: CampusFormAnswers,
    items: readonly FormItem[],
  ): Record<string, CampusFormAnswers[string]> => {
    const converted: Record<string, CampusFormAnswers[string]> = {}
    for (const item of items) {
      if (item.type === 'section') Object.assign(converted, convert(group, item.items))
      else if (item.type === 'repetition') {
        const groups = own(group, item.name)
        if (isGroupList(groups))
          converted[item.name] = groups
            .slice(0, item.most)
            .map((one) => convert(one, item.items) as AnswerGroup)
      } else if (isAnswerable(item)) {
        const answer = own(group, item.name)
        if (answer === undefined || isGroupList(answer)) continue
        const kept = keepAnswer(item, answer, { from, to })
        if (kept !== undefined) converted[item.name] = kept
      }
    }
    return converted
  }
  for (const { item } of to.items.values())
    if (hasChanged(item, { from, to })) askAgain.push(item.name)
  return { answers: convert(answers, to.definition.items), askAgain }
}

function hasChanged(
  item: FormItem,
  { from, to }: { from: CompiledForm; to: CompiledForm },
): boolean {
  if (!isAnswerable(item)) return false
  const earlier = from.items.get(item.name)
  if (earlier === undefined || earlier.item.type !== item.type) return true
  if (earlier.repetition !== to.items.get(item.name)?.repetition) return true
  const isOther = (one: Wording, two: Wording) => one.zh !== two.zh || one.en !== two.en
  if ('choices' in item && 'choices' in earlier.item) {
    // A choice with the same name and other words is another answer.
    const known = new Map(
      from.definition.choices[earlier.item.choices]?.map(({ name, label }) => [name, label]),
    )
    const choices = to.definition.choices[item.choices] ?? []
    if (choices.some(({ name, label }) => isOther(label, known.get(name) ?? label))) return true
  }
  return isOther(earlier.item.label, item.label)
}

function keepAnswer(
  question: AnswerableQuestion,
  answer: SingleAnswer,
  versions: { from: CompiledForm; to: CompiledForm },
): SingleAnswer | undefined {
  const earlier = versions.from.items.get(question.name)?.item
  if (!hasKindOf(answer, emptyAnswer(question))) return undefined
  if (question.type === 'statement' && hasChanged(question, versions)) return undefined
  if (earlier?.type !== question.type)
    // Words, numbers and days are valid texts, and nothing else is certain to be valid elsewhere.
    return question.type === 'text' && earlier !== undefined && earlier.type !== 'region'
      ? describeAnswer(versions.from.definition, { item: earlier, answer, language: 'zh' })
      : undefined
  if (!('choices' in question)) return answer
  const offered = new Set(
    (versions.to.definition.choices[question.choices] ?? []).map(({ name }) => name),
  )
  if (isTextList(answer)) return answer.filter((name) => offered.has(name))
  return typeof answer === 'string' && offered.has(answer) ? answer : undefined
}

// ── Shapes ───────────────────────────────────────────────────────────────────────────────────────

/** A property of the record itself, so that a question can have any name. */
const own = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const isTextList = (answer: CampusFormAnswers[string]): answer is string[] =>
  Array.isArray(answer) && answer.every((one) => typeof one === 'string')

/** Whether a value is the list of a repetition. An empty list is one of both kinds. */
export const isGroupList = <Group extends object = AnswerGroup>(
  value: SingleAnswer | Group[] | undefined,
): value is Group[] =>
  Array.isArray(value) && value.every((one: unknown) => typeof one === 'object')

/** Whether an answer has the shape of another one. */
export function hasKindOf(answer: SingleAnswer, example: SingleAnswer): boolean {
  if (typeof answer === 'string' || typeof example === 'string')
    return typeof answer === typeof example
  if (Array.isArray(answer) || Array.isArray(example))
    return Array.isArray(answer) && Array.isArray(example)
  return Object.keys(example).every((key) => key in answer)
}
