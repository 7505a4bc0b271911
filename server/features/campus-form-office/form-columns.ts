import type { CampusFormDefinition, FormItem, Question } from '#contract/campus-form-definition'
import type { CampusFormAnswers, SingleAnswer } from '#contract/campus-form-submission'
import { campusFormOfficeTexts as texts } from '#i18n/campus-form-office'
import type { Language, LocalizedText } from '#i18n/translate'
import { maskIdCard, maskPhone } from '../../platform/masks.ts'
import type { SheetCell } from '../../platform/sheets/sheet.ts'

/** The definitions of a form by version. */
export type Versions = ReadonlyMap<number, CampusFormDefinition>

/** A column of an export: a question, or a repetition, which has its number of entries. */
export interface FormColumn {
  readonly item: Exclude<FormItem, { type: 'section' | 'note' }>
}

/**
 * The columns of the answers to all versions of a form, by name. The newest version that has a
 * question gives it its title and place; questions that it does not have any more come last.
 */
export function columnsOf(versions: Versions, repetition = ''): FormColumn[] {
  const columns = new Map<string, FormColumn>()
  const newestFirst = [...versions].sort(([a], [b]) => b - a)
  for (const [, { items }] of newestFirst)
    for (const item of itemsAt(items, repetition))
      if (item.type !== 'note' && item.type !== 'section' && !columns.has(item.name))
        columns.set(item.name, { item })
  return [...columns.values()]
}

function itemsAt(items: readonly FormItem[], repetition: string): FormItem[] {
  return items.flatMap((item): FormItem[] => {
    if (item.type === 'section') return itemsAt(item.items, repetition)
    if (item.type === 'repetition' && item.name === repetition) return itemsAt(item.items, '')
    return repetition === '' ? [item] : []
  })
}

/** A text of a form in a language, or in the other one. */
export const wordingIn = ({ zh, en }: LocalizedText, language: Language): string =>
  (language === 'zh' ? zh || en : en || zh).trim()

/** The title of a column in both languages; a value without a title has its name. */
export const titleOfColumn = ({ item: { label, name } }: FormColumn): LocalizedText => ({
  zh: wordingIn(label, 'zh') || name,
  en: wordingIn(label, 'en') || name,
})

/** The cell of an answer, with the words of the version in which it was given. */
export function cellOf(
  { item }: FormColumn,
  answers: CampusFormAnswers,
  { definition, language }: { definition: CampusFormDefinition | undefined; language: Language },
): SheetCell {
  const answer = Object.hasOwn(answers, item.name) ? answers[item.name] : undefined
  if (answer === undefined) return ''
  if (item.type === 'repetition') return Array.isArray(answer) ? answer.length : ''
  const asked = definition && findQuestion(definition, item.name)
  const nameChoice = (name: string) => {
    const list =
      asked !== undefined && 'choices' in asked ? definition?.choices[asked.choices] : undefined
    const choice = list?.find((one) => one.name === name)
    return (choice && wordingIn(choice.label, language)) || name
  }
  if (Array.isArray(answer)) {
    const names = answer.filter((one) => typeof one === 'string')
    return item.type === 'selectMany'
      ? names.map(nameChoice).join(language === 'zh' ? '、' : ', ')
      : names.length
  }
  if (typeof answer === 'object') {
    if ('number' in answer) return answer.number
    return 'student' in answer ? `${answer.name} ${answer.student}`.trim() : answer.name
  }
  if (item.type === 'selectOne') return nameChoice(answer)
  if (item.type === 'yesNo') return YES_NO[answer]?.[language] ?? answer
  if (item.type === 'money' && /^-?\d{1,15}$/.test(answer)) return (Number(answer) / 100).toFixed(2)
  return answer
}

const YES_NO: Readonly<Record<string, LocalizedText>> = {
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
}

/** Finds a question of a form by name, also in sections and repetitions. */
export function findQuestion(definition: CampusFormDefinition, name: string): Question | undefined {
  const search = (items: readonly FormItem[]): Question | undefined => {
    for (const item of items) {
      const found = 'items' in item ? search(item.items) : item.name === name ? item : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(definition.items)
}

/** The name of the question whose answer uses a file; '' if it is not found. */
export function questionOfFile(answers: CampusFormAnswers, id: string): string {
  for (const [name, answer] of Object.entries(answers)) {
    if (Array.isArray(answer))
      for (const one of answer) {
        if (one === id) return name
        const inside = typeof one === 'object' ? questionOfFile(one, id) : ''
        if (inside !== '') return inside
      }
    else if (typeof answer === 'object' && 'drawing' in answer && answer.drawing === id) return name
  }
  return ''
}

/** The answers with the numbers of documents and phones masked, as the office's pages show them. */
export function maskAnswers(
  definition: CampusFormDefinition,
  answers: CampusFormAnswers,
): CampusFormAnswers {
  const mask = (name: string, answer: SingleAnswer): SingleAnswer => {
    const type = findQuestion(definition, name)?.type
    if (type === 'phone' && typeof answer === 'string') return maskPhone(answer)
    if (type === 'idDocument' && typeof answer === 'object' && 'number' in answer)
      return { type: answer.type, number: maskIdCard(answer.number) }
    return answer
  }
  const maskGroup = (group: Readonly<Record<string, SingleAnswer>>) =>
    Object.fromEntries(Object.entries(group).map(([name, answer]) => [name, mask(name, answer)]))
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      isGroups(answer) ? answer.map(maskGroup) : mask(name, answer),
    ]),
  )
}

const isGroups = (
  answer: CampusFormAnswers[string],
): answer is Extract<CampusFormAnswers[string], readonly Record<string, SingleAnswer>[]> =>
  Array.isArray(answer) && answer.length > 0 && typeof answer[0] === 'object'

/** The state of answers in words. */
export const stateIn = (state: string, language: Language): string =>
  texts.states[language][state] ?? state
