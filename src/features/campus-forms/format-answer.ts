import { formatShortDay } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import type { CompiledForm } from '#contract/campus-form-answers'
import { type AnswerableQuestion, selectWording } from '#contract/campus-form-definition'
import type { SingleAnswer } from '#contract/campus-form-submission'
import { campusFormTexts } from '#i18n/campus-forms'
import { formatRegion } from '#i18n/region'
import { type Language, selectTexts } from '#i18n/translate'
import { yesNoTexts } from '#i18n/yes-no'
import { regionNamesOf } from './region-names.ts'

/** An answer in words; '' if the question is not answered. */
export function formatAnswer(
  { definition }: CompiledForm,
  question: AnswerableQuestion,
  answer: SingleAnswer,
  language: Language,
): string {
  const texts = selectTexts(campusFormTexts, language)
  if (typeof answer === 'object' && !Array.isArray(answer)) {
    if ('number' in answer) return answer.number
    if ('student' in answer) return answer.name
    return answer.name === '' || answer.drawing === '' ? answer.name : texts.signed(answer.name)
  }
  const list = typeof answer === 'string' ? (answer === '' ? [] : [answer]) : answer
  if (list.length === 0) return ''
  const [text = ''] = list
  switch (question.type) {
    case 'yesNo':
      return text === 'yes' || text === 'no' ? yesNoTexts[text][language] : text
    case 'selectOne':
    case 'selectMany': {
      const choices = definition.choices[question.choices] ?? []
      return list
        .map((name) => {
          const choice = choices.find((one) => one.name === name)
          return selectWording(choice?.label, language) || name
        })
        .join(language === 'zh' ? '、' : ', ')
    }
    case 'file':
    case 'picture':
      return texts.pictures(list.length)
    case 'money':
      return /^-?\d+$/.test(text) ? formatMoney(Number(text)) : text
    case 'date':
      return formatShortDay(text, language, { withYear: true })
    case 'region':
      return formatRegion(regionNamesOf(text))
    case 'text':
    case 'integer':
    case 'decimal':
    case 'time':
    case 'phone':
    case 'idDocument':
    case 'classmate':
    case 'statement':
      return text
  }
}
