import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { fillTemplateText, validationMessage } from '../i18n/translate.ts'

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
      validationMessage(fillTemplateText(commonTexts.tooShort, n)),
    ),
  atMost: (n: number) =>
    v.check(
      (value: string) => [...value].length <= n,
      validationMessage(fillTemplateText(commonTexts.tooLong, n)),
    ),
}
