import {
  type CompiledForm,
  isGroupList,
  listAnswers,
  listFileIds,
  mapAnswers,
} from '#contract/campus-form-answers'
import {
  type CampusFormDefinition,
  type Choice,
  type FormItem,
  selectWording,
} from '#contract/campus-form-definition'
import type { CampusFormAnswers } from '#contract/campus-form-submission'
import { campusFormOfficeTexts as texts } from '#i18n/campus-form-office'
import type { Language, LocalizedText } from '#i18n/translate'
import { maskIdCard, maskPhone } from '../../platform/masks.ts'
import type { SheetCell, SheetColumn } from '../../platform/sheets/sheet.ts'
import { type CountedQuestion, pathTo } from './store.ts'

/** The versions of a form by number, the newest first. */
export type Versions = ReadonlyMap<number, CompiledForm>

/**
 * The items of all versions of a form, outside of repetitions or in one of them. The newest version
 * that has an item gives it; items that the newest version does not have come last.
 */
export function listItems(versions: Versions, repetition?: string): FormItem[] {
  const found = new Map<string, FormItem>()
  for (const { items } of versions.values())
    for (const { item, repetition: around } of items.values())
      if (around === repetition && !found.has(item.name)) found.set(item.name, item)
  return [...found.values()]
}

/** A text of a form in both languages; the name of an item or choice without one. */
export const titleOf = ({ label, name }: Pick<Choice, 'label' | 'name'>): LocalizedText => ({
  zh: selectWording(label, 'zh') || name,
  en: selectWording(label, 'en') || name,
})

/** The number format of the column of an item; none for text. */
export const numberFormatOf = ({ type }: FormItem): Pick<SheetColumn<never>, 'numberFormat'> =>
  type === 'money'
    ? { numberFormat: '0.00' }
    : type === 'integer' || type === 'decimal'
      ? { numberFormat: 'General' }
      : {}

/** The cell of an answer, with the words of the version in which it was given. */
export function cellOf(
  name: string,
  answers: CampusFormAnswers,
  { form, language }: { form: CompiledForm | undefined; language: Language },
): SheetCell {
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
  const item = form?.items.get(name)?.item
  if (form === undefined || item === undefined || answer === undefined) return ''
  const nameChoices = (names: readonly string[]) =>
    names
      .map((one) => {
        const choice = choicesOf(form.definition, item).find((offered) => offered.name === one)
        return choice === undefined ? one : titleOf(choice)[language]
      })
      .join(language === 'zh' ? '、' : ', ')
  if (isGroupList(answer) && item.type === 'repetition') return answer.length
  if (Array.isArray(answer)) {
    const list = answer.filter((one) => typeof one === 'string')
    return item.type === 'selectMany' ? nameChoices(list) : list.length
  }
  if (typeof answer === 'object') {
    if ('number' in answer) return answer.number
    return 'student' in answer ? `${answer.name} ${answer.student}`.trim() : answer.name
  }
  if (item.type === 'selectOne' || item.type === 'yesNo')
    return answer === '' ? '' : nameChoices([answer])
  // Only a number is a number: a text that begins with a minus sign gets an apostrophe in CSV.
  if (answer !== '' && 'numberFormat' in numberFormatOf(item))
    return Number(answer) / (item.type === 'money' ? 100 : 1)
  return answer
}

const YES_NO = [
  { name: 'yes', label: texts.yes },
  { name: 'no', label: texts.no },
]

const choicesOf = (
  { choices }: CampusFormDefinition,
  item: FormItem,
): readonly Pick<Choice, 'label' | 'name'>[] =>
  item.type === 'yesNo' ? YES_NO : 'choices' in item ? (choices[item.choices] ?? []) : []

/** The choices of a question in the newest words, and where answers to it are counted. */
interface ChoiceQuestion {
  readonly title: LocalizedText
  readonly choices: Map<string, LocalizedText>
  readonly counted: CountedQuestion[]
}

/** The questions of all versions of a form that have choices, by name. */
export function listChoiceQuestions(versions: Versions): Map<string, ChoiceQuestion> {
  const found = new Map<string, ChoiceQuestion>()
  for (const [version, { definition, items }] of versions)
    for (const { item, repetition } of items.values()) {
      const offered = choicesOf(definition, item)
      if (offered.length === 0) continue
      const { name } = item
      const known: ChoiceQuestion = found.get(name) ?? {
        title: titleOf(item),
        choices: new Map(),
        counted: [],
      }
      for (const choice of offered)
        if (!known.choices.has(choice.name)) known.choices.set(choice.name, titleOf(choice))
      const path = repetition === undefined ? pathTo(name) : pathTo(repetition, name)
      known.counted.push({ version, question: name, path })
      found.set(name, known)
    }
  return found
}

/** The title of the question whose answer uses a file; '' if it is not found. */
export function titleOfFile(
  file: string,
  answers: CampusFormAnswers,
  { form, language }: { form: CompiledForm | undefined; language: Language },
): string {
  const placed = form && listAnswers(form, answers).find((one) => listFileIds(one).includes(file))
  return placed === undefined ? '' : titleOf(placed.item)[language]
}

/** The answers with the numbers of documents and phones masked, as the office's pages show them. */
export const maskAnswers = (form: CompiledForm, answers: CampusFormAnswers): CampusFormAnswers =>
  mapAnswers(answers, (name, answer) => {
    const type = form.items.get(name)?.item.type
    if (type === 'phone' && typeof answer === 'string') return maskPhone(answer)
    return typeof answer === 'object' && 'number' in answer
      ? { ...answer, number: maskIdCard(answer.number) }
      : answer
  })
