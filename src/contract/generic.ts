import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage, type LocalizedText, type TextTemplate } from '../i18n/translate.ts'

const filled = <Values extends readonly unknown[]>(
  text: TextTemplate<Values>,
  ...values: Values
): LocalizedText => ({
  zh: text.zh(...values),
  en: text.en(...values),
})

/**
 * The generic input rules of the requirements, each with its own message (XC-16 to XC-18). Only the
 * rule `required` reports an empty text.
 */
export const genericResponseRules = {
  required: () =>
    v.nonEmpty<string, ReturnType<typeof validationMessage>>(
      validationMessage(commonTexts.required),
    ),
  atLeast: (n: number) =>
    v.check(
      (value: string) => value === '' || [...value].length >= n,
      validationMessage(filled(commonTexts.tooShort, n)),
    ),
  atMost: (n: number) =>
    v.check(
      (value: string) => [...value].length <= n,
      validationMessage(filled(commonTexts.tooLong, n)),
    ),
}
