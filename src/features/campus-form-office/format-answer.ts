import { formatMoney } from '#app/lib/format/money.ts'
import { type CampusFormDefinition, type FormItem, itemsOf } from '#contract/campus-form-definition'
import type { SingleAnswer } from '#contract/campus-form-submission'
import { campusFormOfficeTexts as texts } from '#i18n/campus-form-office'
import type { Language } from '#i18n/translate'

const itemOf = (definition: CampusFormDefinition, name: string): FormItem | undefined =>
  itemsOf(definition.items).find(({ item }) => item.name === name)?.item

const wordingIn = ({ zh, en }: { zh: string; en: string }, language: Language): string =>
  language === 'zh' ? zh || en : en || zh

/** The label of a question, or its name. */
export function questionLabel(
  definition: CampusFormDefinition,
  name: string,
  language: Language,
): string {
  const item = itemOf(definition, name)
  return (item && wordingIn(item.label, language)) || name
}

/** The label of a choice of a question, or its name. */
export function choiceLabel(
  definition: CampusFormDefinition,
  { question, choice }: { question: string; choice: string },
  language: Language,
): string {
  const item = itemOf(definition, question)
  if (item?.type === 'yesNo') return choice === 'yes' ? texts.yes[language] : texts.no[language]
  const list =
    item !== undefined && 'choices' in item ? definition.choices[item.choices] : undefined
  const found = list?.find(({ name }) => name === choice)
  return (found && wordingIn(found.label, language)) || choice
}

/** An answer in words; files are shown apart. */
export function formatAnswer(
  definition: CampusFormDefinition,
  { item, answer }: { item: FormItem; answer: SingleAnswer },
  language: Language,
): string {
  if (typeof answer === 'string') {
    if (answer === '') return ''
    if (item.type === 'money' && /^-?\d{1,15}$/.test(answer)) return formatMoney(Number(answer))
    return item.type === 'selectOne' || item.type === 'yesNo'
      ? choiceLabel(definition, { question: item.name, choice: answer }, language)
      : answer
  }
  if (Array.isArray(answer))
    return item.type === 'selectMany'
      ? answer
          .map((choice) => choiceLabel(definition, { question: item.name, choice }, language))
          .join(language === 'zh' ? '、' : ', ')
      : ''
  if ('number' in answer) return answer.number
  return answer.name
}
