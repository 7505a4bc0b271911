import { formatShortDay } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { answerToText, type CompiledForm, describeAnswer } from '#contract/campus-form-answers'
import type { AnswerableQuestion } from '#contract/campus-form-definition'
import type { SingleAnswer } from '#contract/campus-form-submission'
import { campusFormTexts } from '#i18n/campus-forms'
import { formatRegion } from '#i18n/region'
import { type Language, selectTexts } from '#i18n/translate'
import { regionNamesOf } from './region-names.ts'

/** An answer in words; '' if the question is not answered. */
export function formatAnswer(
  { definition }: CompiledForm,
  question: AnswerableQuestion,
  answer: SingleAnswer,
  language: Language,
): string {
  const texts = selectTexts(campusFormTexts, language)
  if (typeof answer === 'object' && 'drawing' in answer && answer.drawing !== '')
    return answer.name === '' ? '' : texts.signed(answer.name)
  const text = answerToText(answer)
  if (text === '') return ''
  const { type } = question
  if (type === 'file' || type === 'picture')
    return Array.isArray(answer) ? texts.pictures(answer.length) : ''
  if (type === 'money') return /^-?\d+$/.test(text) ? formatMoney(Number(text)) : text
  if (type === 'date') return formatShortDay(text, language, { withYear: true })
  if (type === 'region') return formatRegion(regionNamesOf(text))
  return describeAnswer(definition, { item: question, answer, language })
}
