import * as v from 'valibot'
import type { Language } from '../i18n/translate.ts'
import {
  type Expression,
  MOST_EXPRESSION_CHARACTERS,
  parseExpression,
} from './campus-form-expression.ts'
import { LARGEST_ATTACHMENT, MOST_ANSWER_CHARACTERS } from './campus-form-submission.ts'
import { isDay } from './fields.ts'
import { isStorableText } from './normalize.ts'

/** The largest number of questions of a form, groups and notes included. */
export const MOST_QUESTIONS = 200
/** The largest number of choices of all lists of a form. */
export const MOST_CHOICES = 2_000
/** The largest number of choices of one list. */
export const MOST_CHOICES_OF_A_LIST = 500
/** The largest number of repetitions of a group. */
export const MOST_REPETITIONS = 50
/** The largest number of files of one answer. */
const MOST_ATTACHMENTS = 9

const limitedText = (limit: number) =>
  v.pipe(v.string(), v.maxLength(limit), v.check(isStorableText))

// A text of one language can be missing; the other one is then shown.
const Wording = v.strictObject({ zh: limitedText(2_000), en: limitedText(2_000) })
/**
 * A text of a form in both languages; '' if it is missing in one. In labels, hints and messages of
 * constraints `${name}` stands for the answer to a question (`FormState.fillWording`).
 */
export type Wording = v.InferOutput<typeof Wording>

/** A text of a form in this language; in the other one if it is missing; '' if both are. */
export function selectWording(wording: Wording | undefined, language: Language): string {
  if (wording === undefined) return ''
  const { zh, en } = wording
  const [own, other] = language === 'zh' ? [zh, en] : [en, zh]
  return own.trim() === '' ? other : own
}

/** The answers in a text of a form. */
export const ANSWER_IN_TEXT = /\$\{\s*([\w.-]+)\s*\}/g

const NAME = /^(?!__)[A-Za-z_][\w.-]{0,63}$/
// A property of every object would be read instead of an answer; valibot drops some of them.
const isFree = (name: string): boolean =>
  !(name in {}) && name !== 'prototype' && !isStudentFact(name)
const Name = v.pipe(v.string(), v.regex(NAME), v.check(isFree))
const Source = v.pipe(v.string(), v.maxLength(MOST_EXPRESSION_CHARACTERS))
const wholeNumber = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const LargestAmount = 10 ** 12

const common = {
  /** Unique in the form. Answers are stored, exported and compared between versions by it. */
  name: Name,
  label: Wording,
  hint: v.optional(Wording),
  /** The question is asked only if this expression is true. */
  relevant: v.optional(Source),
}

const question = {
  ...common,
  required: v.optional(v.boolean(), false),
  /** An answer is accepted only if this expression is true; `.` is the answer. */
  constraint: v.optional(Source),
  constraintMessage: v.optional(Wording),
  /** The answer that is filled in before the student answers. */
  initial: v.optional(Source),
  readOnly: v.optional(v.boolean(), false),
}

const numberRange = (limit: number) => ({
  least: v.optional(v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit))),
  most: v.optional(v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit))),
})

const day = v.optional(v.pipe(v.string(), v.check(isDay)))

const attachments = {
  /** The largest file, bytes. */
  largest: v.optional(wholeNumber(1, LARGEST_ATTACHMENT), LARGEST_ATTACHMENT),
  /** The largest number of files. */
  count: v.optional(wholeNumber(1, MOST_ATTACHMENTS), 1),
}

const QUESTIONS = [
  v.strictObject({
    ...question,
    type: v.literal('text'),
    isLong: v.optional(v.boolean(), false),
    longest: v.optional(wholeNumber(1, MOST_ANSWER_CHARACTERS), 200),
  }),
  v.strictObject({ ...question, type: v.literal('integer'), ...numberRange(LargestAmount) }),
  v.strictObject({ ...question, type: v.literal('decimal'), ...numberRange(LargestAmount) }),
  /** An amount of money; the limits are in fen. */
  v.strictObject({ ...question, type: v.literal('money'), ...numberRange(LargestAmount) }),
  v.strictObject({ ...question, type: v.literal('date'), earliest: day, latest: day }),
  v.strictObject({ ...question, type: v.literal('time') }),
  v.strictObject({ ...question, type: v.literal('yesNo') }),
  v.strictObject({
    ...question,
    type: v.literal('selectOne'),
    choices: Name,
    /** The choices are those for which this expression is true; it can read their columns. */
    filter: v.optional(Source),
  }),
  v.strictObject({
    ...question,
    type: v.literal('selectMany'),
    choices: Name,
    filter: v.optional(Source),
    least: v.optional(wholeNumber(0, 500)),
    most: v.optional(wholeNumber(1, 500)),
  }),
  v.strictObject({ ...question, type: v.literal('region') }),
  v.strictObject({ ...question, type: v.literal('phone') }),
  v.strictObject({ ...question, type: v.literal('idDocument') }),
  v.strictObject({ ...question, type: v.literal('classmate') }),
  v.strictObject({ ...question, type: v.literal('file'), ...attachments }),
  v.strictObject({ ...question, type: v.literal('picture'), ...attachments }),
  /** A statement that the student agrees to by typing the own name, and by drawing it if asked. */
  v.strictObject({
    ...question,
    type: v.literal('statement'),
    isDrawn: v.optional(v.boolean(), false),
  }),
  /** A value that the form computes from the answers; it is not shown. */
  v.strictObject({ ...common, type: v.literal('calculation'), value: Source }),
  v.strictObject({ ...common, type: v.literal('hidden'), value: limitedText(1_000) }),
  v.strictObject({ ...common, type: v.literal('note') }),
] as const

const Question = v.variant('type', [...QUESTIONS])
/** A question of a form, or a note or a value between questions. */
export type Question = v.InferOutput<typeof Question>

/** A question that a student answers. */
export type AnswerableQuestion = Exclude<Question, { type: 'calculation' | 'hidden' | 'note' }>

/** Whether an item is a question that a student answers. */
export const isAnswerable = (item: FormItem): item is AnswerableQuestion =>
  !['section', 'repetition', 'calculation', 'hidden', 'note'].includes(item.type)

/** A section of a form, which can contain sections. */
export interface Section {
  readonly type: 'section'
  readonly name: string
  readonly label: Wording
  readonly hint?: Wording | undefined
  readonly relevant?: string | undefined
  readonly items: readonly FormItem[]
}

/** Questions that are answered several times, such as those about each member of a family. */
export interface Repetition {
  readonly type: 'repetition'
  readonly name: string
  readonly label: Wording
  readonly hint?: Wording | undefined
  readonly relevant?: string | undefined
  readonly least: number
  readonly most: number
  /** Without repetitions inside. */
  readonly items: readonly FormItem[]
}

/** An item of a form. */
export type FormItem = Question | Section | Repetition
/** An item of a form. */
export const FormItem: v.GenericSchema<unknown, FormItem> = v.lazy((input) =>
  isOfType(input, 'section')
    ? SectionSchema
    : isOfType(input, 'repetition')
      ? RepetitionSchema
      : Question,
)
const Items = v.pipe(v.array(FormItem), v.maxLength(MOST_QUESTIONS))
const SectionSchema = v.strictObject({ ...common, type: v.literal('section'), items: Items })
const RepetitionSchema = v.strictObject({
  ...common,
  type: v.literal('repetition'),
  least: v.optional(wholeNumber(0, MOST_REPETITIONS), 0),
  most: v.optional(wholeNumber(1, MOST_REPETITIONS), 10),
  items: Items,
})

const isOfType = (input: unknown, type: string): boolean =>
  typeof input === 'object' && input !== null && 'type' in input && input.type === type

const Choice = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[^\s\0]{1,64}$/)),
  label: Wording,
  /** Further columns of the choice, which a filter can read. */
  columns: v.optional(v.record(Name, limitedText(200)), {}),
})
/** A choice of a list. */
export type Choice = v.InferOutput<typeof Choice>

/** A form that the campus has made: its title, its questions and its lists of choices. */
export const CampusFormDefinition = v.pipe(
  v.strictObject({
    title: Wording,
    help: v.optional(Wording),
    items: Items,
    /** The lists of choices by name. */
    choices: v.optional(
      v.record(Name, v.pipe(v.array(Choice), v.minLength(1), v.maxLength(MOST_CHOICES_OF_A_LIST))),
      {},
    ),
  }),
)
/** A form that the campus has made. */
export type CampusFormDefinition = v.InferOutput<typeof CampusFormDefinition>

/** Whether an item, a list of choices or a column of choices can have this name. */
export const isItemName = (text: string): boolean => NAME.test(text) && isFree(text)

/** A name that is not taken: `base`, or `base` with a number. */
export function freeItemName(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base.slice(0, 58)}_${number}`
    if (!taken.has(name)) return name
  }
}

/** The deepest nesting of sections. */
export const DEEPEST_SECTIONS = 4

/** Names that an expression can read besides those of the questions: facts about the student. */
export const STUDENT_FACTS = ['student_level', 'student_college', 'student_new'] as const

/** Whether this is the name of a fact about the student. */
export const isStudentFact = (name: string): boolean => STUDENT_FACTS.some((fact) => fact === name)

const EXPRESSIONS = ['relevant', 'constraint', 'initial', 'filter'] as const

/** The expressions of an item by the property that contains them. */
export function expressionsOf(item: FormItem): { part: string; source: string }[] {
  const found = EXPRESSIONS.flatMap((part) => {
    const source = part in item ? (item as Readonly<Record<string, unknown>>)[part] : undefined
    return typeof source === 'string' ? [{ part, source }] : []
  })
  return item.type === 'calculation' ? [...found, { part: 'value', source: item.value }] : found
}

/** All items of a form in their order, each with the repetition that contains it. */
export function itemsOf(
  items: readonly FormItem[],
  repetition?: Repetition,
): { item: FormItem; repetition: Repetition | undefined }[] {
  return items.flatMap((item) => [
    { item, repetition },
    ...(item.type === 'section'
      ? itemsOf(item.items, repetition)
      : item.type === 'repetition'
        ? itemsOf(item.items, item)
        : []),
  ])
}

/** The parsed expression of a definition without problems. */
export function expressionOf(source: string, isFilter = false): Expression {
  const parsed = parseExpression(source, { isFilter })
  if (parsed.type === 'invalid') throw new Error(`the definition contains no expression: ${source}`)
  return parsed.expression
}
