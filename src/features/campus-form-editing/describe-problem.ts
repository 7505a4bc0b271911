import * as v from 'valibot'
import {
  CampusFormDefinition,
  type Choice,
  expressionsOf,
  type FormItem,
  itemsOf,
} from '#contract/campus-form-definition'
import type { SlowPattern } from '#contract/campus-form-editing'
import { type ExpressionError, parseExpression } from '#contract/campus-form-expression'
import { type DefinitionProblem, findDefinitionProblems } from '#contract/campus-form-problems'
import { CampusFormSettings } from '#contract/campus-form-settings'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { type Language, selectTexts } from '#i18n/translate'
import type { EditedForm } from './edit-history.ts'
import { type ItemPath, pathsOf } from './form-edits.ts'
import { itemOfUnread } from './unread-texts.tsx'

const SavedForm = v.object({ definition: CampusFormDefinition, settings: CampusFormSettings })

/** Something to mend before the form is published. */
export interface FormProblem {
  /** The place of the item; undefined for the whole form. */
  readonly path: ItemPath | undefined
  /** Whether a setting of the form is meant. */
  readonly isSetting?: boolean
  /** The label of the item, or its name; '' for the whole form. */
  readonly item: string
  readonly message: string
}

/** What is wrong with a form, in words, with the patterns that the university found too slow. */
export function describeProblems(
  definition: CampusFormDefinition,
  slow: readonly SlowPattern[],
  language: Language,
): FormProblem[] {
  const texts = selectTexts(campusFormEditingTexts, language)
  const places = pathsOf(definition.items)
  const labelOf = (name: string) => {
    const item = places.find((one) => one.item.name === name)?.item
    return item === undefined ? name : titleOfItem(item, language)
  }
  const placeOf = ({ item, problem }: DefinitionProblem) =>
    places.findLast(({ item: one }) =>
      problem === 'same-choice' ? 'choices' in one && one.choices === item : one.name === item,
    )?.path
  return [
    ...findDefinitionProblems(definition).map((found) => ({
      path: placeOf(found),
      item: labelOf(found.item),
      message:
        found.problem === 'expression'
          ? texts.problem.expression(describeBrokenExpression(definition, found, language))
          : texts.problem[found.problem](found.part),
    })),
    ...places.flatMap(({ item, path }) =>
      'choices' in item
        ? findSameLabels(definition.choices[item.choices] ?? [], language).map((label) => ({
            path,
            item: titleOfItem(item, language),
            message: texts.problem.sameLabel(label),
          }))
        : [],
    ),
    ...places.flatMap(({ item, path }) =>
      item.type === 'repetition' && item.items.length === 0
        ? [{ path, item: titleOfItem(item, language), message: texts.problem.emptyRepetition() }]
        : [],
    ),
    ...slow.map(({ item, pattern }) => ({
      path: places.find((one) => one.item.name === item)?.path,
      item: labelOf(item),
      message: texts.problem.slow(pattern),
    })),
  ]
}

// Choices with the same words that no filter can tell apart.
function findSameLabels(choices: readonly Choice[], language: Language): string[] {
  const seen = new Set<string>()
  return choices
    .filter(({ label, columns }) => seen.size === seen.add(JSON.stringify([label, columns])).size)
    .map(({ label }) => label[language] || label.zh || label.en)
}

/** What prevents that a form is saved, in words: texts that its fields cannot take, and limits. */
export function describeUnsavable(form: EditedForm, language: Language): FormProblem[] {
  const { definition, unread = {} } = form
  const texts = selectTexts(campusFormEditingTexts, language)
  const places = pathsOf(definition.items)
  const problemOf = (found: (typeof places)[number] | undefined, message: string) => ({
    path: found?.path,
    item: found === undefined ? '' : titleOfItem(found.item, language),
    message,
  })
  const describeIssue = ({ type, input, requirement, path }: v.BaseIssue<unknown>) => {
    const [part, property, ...rest] = path?.map(({ key }) => key) ?? []
    const start = String(input).slice(0, 20)
    const limit = Number(requirement)
    if (part === 'settings')
      return {
        ...problemOf(
          undefined,
          typeof input === 'string' ? texts.problem.unread(start) : texts.windowWrong,
        ),
        isSetting: true,
      }
    const message =
      type !== 'max_length'
        ? texts.problem.unread(start)
        : typeof input === 'string'
          ? texts.problem.tooLong(start, limit)
          : property === 'choices'
            ? texts.problem.tooManyOfList(limit)
            : texts.problem['too-many-questions']()
    const place = rest.filter((key) => typeof key === 'number').join()
    return problemOf(
      places.find(({ item, path: at }) =>
        property === 'choices'
          ? 'choices' in item && item.choices === rest[0]
          : at.join() === place,
      ),
      message,
    )
  }
  const { issues = [] } = v.safeParse(SavedForm, form)
  return [
    ...Object.entries(unread).map(([key, text]) => {
      const found = places.find(({ item }) => item.name === itemOfUnread(key))
      return {
        ...problemOf(found, texts.problem.unread(text)),
        isSetting: found === undefined,
      }
    }),
    ...issues.map(describeIssue),
  ]
}

/** The text by which an item is recognized. */
export function titleOfItem({ label, name, type }: FormItem, language: Language): string {
  const text = [label[language], label.zh, label.en].find((one) => one.trim() !== '')
  if (text !== undefined || type === 'calculation' || type === 'hidden') return text ?? name
  const texts = selectTexts(campusFormEditingTexts, language)
  return texts.untitledItem(texts.types[type])
}

function describeBrokenExpression(
  definition: CampusFormDefinition,
  { item, part }: DefinitionProblem,
  language: Language,
): string {
  const sources = itemsOf(definition.items)
    .filter((one) => one.item.name === item)
    .flatMap((one) => expressionsOf(one.item))
  const source = sources.find((one) => one.part === part)?.source ?? ''
  return explainExpression(source, part === 'filter', language) ?? source
}

/** Why an expression cannot be read; undefined if it can. */
export function explainExpression(
  source: string,
  isFilter: boolean,
  language: Language,
): string | undefined {
  const parsed = parseExpression(source, { isFilter })
  return parsed.type === 'ok' ? undefined : describeExpressionError(parsed.error, language)
}

function describeExpressionError({ at, problem, part }: ExpressionError, language: Language) {
  const texts = selectTexts(campusFormEditingTexts, language)
  const text = texts.expressionProblem[problem](part)
  return problem === 'empty' ? text : texts.atCharacter(text, at + 1)
}
