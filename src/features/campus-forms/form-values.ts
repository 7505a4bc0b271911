import {
  type AnswerContext,
  type CompiledForm,
  emptyAnswer,
  FormState,
  hasKindOf,
  isGroupList,
  listAnswers,
  listFileIds,
  mapAnswers,
} from '#contract/campus-form-answers'
import {
  type AnswerableQuestion,
  type FormItem,
  isAnswerable,
  itemsOf,
  type Repetition,
} from '#contract/campus-form-definition'
import type { CampusFormAnswers, SingleAnswer } from '#contract/campus-form-submission'
import { normalizeIdNumber } from '#contract/id-number'
import { normalizeNumberText } from '#contract/normalize'
import { normalizePhone } from '#contract/phones'

/** The answers of one repetition, as the form holds them. */
export type GroupValues = Record<string, SingleAnswer>
/**
 * The answers of a form while they are typed, by the keys of the questions. Every question has a
 * value, also one that is not asked, so that an answer is back when its question is asked again.
 */
export type FormValues = Record<string, SingleAnswer | GroupValues[]>

/**
 * The key of a question in the form library, for which a dot separates levels and names such as
 * `root` have a meaning.
 */
export const keyOf = (name: string): string => `q_${name.replaceAll('.', ':')}`
const nameOf = (key: string): string => key.slice(2).replaceAll(':', '.')

/** The place of an answer in the form library: `members.0.phone` becomes `q_members.0.q_phone`. */
export function fieldPathOf(form: CompiledForm, path: string): string {
  // A question's name can contain dots, so it is looked for as a whole.
  if (form.items.has(path)) return keyOf(path)
  const [, repetition = '', index = '', name = ''] = /^(.*?)\.(\d+)\.(.*)$/.exec(path) ?? []
  return form.items.get(name)?.repetition === repetition
    ? `${keyOf(repetition)}.${index}.${keyOf(name)}`
    : path
}

/** The questions of a list of items; those inside of repetitions only with `repetition`. */
const questionsOf = (items: readonly FormItem[], repetition?: Repetition): AnswerableQuestion[] =>
  itemsOf(items, repetition).flatMap(({ item, repetition: around }) =>
    around === repetition && isAnswerable(item) ? item : [],
  )

/** The values of a form for answers; without answers, its initial ones. */
export function toFormValues(
  form: CompiledForm,
  answers: CampusFormAnswers | undefined,
  context: AnswerContext,
): FormValues {
  const { items } = form.definition
  const values: FormValues = {}
  const fill = (question: AnswerableQuestion, given: SingleAnswer | undefined): SingleAnswer =>
    given === undefined || !hasKindOf(given, emptyAnswer(question))
      ? answers === undefined
        ? initialAnswer(form, question, context)
        : emptyAnswer(question)
      : given
  for (const question of questionsOf(items))
    values[keyOf(question.name)] = fill(question, singleAnswer(answers?.[question.name]))
  for (const { item } of itemsOf(items)) {
    if (item.type !== 'repetition') continue
    const groups = answers?.[item.name]
    const given = isGroupList(groups) ? groups : []
    values[keyOf(item.name)] = Array.from(
      { length: Math.max(given.length, item.least, answers === undefined ? 1 : 0) },
      (_, at) => {
        const group = given[at]
        return group === undefined
          ? createGroup(form, item, context)
          : Object.fromEntries(
              questionsOf(item.items, item).map((question) => [
                keyOf(question.name),
                fill(question, group[question.name]),
              ]),
            )
      },
    )
  }
  return values
}

/** An empty group of a repetition, with its initial answers. */
export const createGroup = (
  form: CompiledForm,
  repetition: Repetition,
  context: AnswerContext,
): GroupValues =>
  Object.fromEntries(
    questionsOf(repetition.items, repetition).map((question) => [
      keyOf(question.name),
      initialAnswer(form, question, context),
    ]),
  )

function initialAnswer(
  form: CompiledForm,
  question: AnswerableQuestion,
  context: AnswerContext,
): SingleAnswer {
  const empty = emptyAnswer(question)
  const text = new FormState(form, {}, context).initialOf(question.name)
  if (text === '' || (typeof empty !== 'string' && question.type !== 'selectMany')) return empty
  return question.type === 'selectMany' ? text.split(' ') : text
}

interface LostChoice {
  readonly path: string
  readonly left: string | string[]
}

/**
 * The answers with choices that are not offered any more, because the answers on which they depend
 * have changed: the path of each and what is left of it.
 */
export const listLostChoices = (
  form: CompiledForm,
  values: FormValues,
  state: FormState,
): LostChoice[] =>
  listAnswers(form, toAnswers(values)).flatMap<LostChoice>(({ item, answer, path }) => {
    const { repetition, expressions } = form.items.get(item.name) ?? {}
    if (!('choices' in item) || expressions?.['filter'] === undefined) return []
    const index = repetition === undefined ? 0 : Number.parseInt(path.slice(repetition.length + 1))
    if (answer === '' || !state.isRelevant(item.name, index)) return []
    const offered = new Set<unknown>(state.choicesOf(item, index).map(({ name }) => name))
    const at = fieldPathOf(form, path)
    if (!Array.isArray(answer)) return offered.has(answer) ? [] : [{ path: at, left: '' }]
    const left = answer.filter((one) => offered.has(one))
    return left.length === answer.length ? [] : [{ path: at, left }]
  })

/** The answers that a form holds, as they were typed. */
export const toAnswers = (values: FormValues): CampusFormAnswers =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      nameOf(key),
      isGroupList(value) ? value.map(toGroup) : value,
    ]),
  )

const toGroup = (group: GroupValues) =>
  Object.fromEntries(Object.entries(group).map(([key, value]) => [nameOf(key), value]))

/** The answers as they are checked and sent: without the blanks and signs that people type. */
export const normalizeAnswers = (
  form: CompiledForm,
  answers: CampusFormAnswers,
): CampusFormAnswers =>
  mapAnswers(answers, (name, answer) => {
    const type = form.items.get(name)?.item.type
    if (typeof answer !== 'string')
      return !Array.isArray(answer) && 'number' in answer
        ? { ...answer, number: normalizeIdNumber(answer.number) }
        : answer
    if (type === 'integer' || type === 'decimal') return normalizeNumberText(answer)
    if (type === 'phone') return normalizePhone(answer)
    return type === 'text' ? answer.trim() : answer
  })

/**
 * Answers without the numbers of identity documents, which a draft must not contain (D-105). What
 * is submitted contains them until it is sent.
 */
export const withoutDocumentNumbers = (answers: CampusFormAnswers): CampusFormAnswers =>
  mapAnswers(answers, (_name, answer) =>
    typeof answer === 'object' && 'number' in answer ? { ...answer, number: '' } : answer,
  )

/** The identifiers of the files that answers refer to. */
export const filesIn = (form: CompiledForm, answers: CampusFormAnswers): string[] =>
  listAnswers(form, answers).flatMap(listFileIds)

const singleAnswer = (answer: CampusFormAnswers[string] | undefined): SingleAnswer | undefined =>
  isGroupList(answer) && answer.length > 0 ? undefined : (answer as SingleAnswer | undefined)
