import * as v from 'valibot'
import { textOrEmpty } from '#app/lib/forms/form-view.ts'
import type { PersonalDetails } from '#contract/personal-details'
import type { FormFieldName } from '#contract/queued-form'
import { familyTexts } from '#i18n/family'
import { personalDetailsTexts } from '#i18n/personal-details'
import type { LocalizedText } from '#i18n/translate'

const Members = v.array(v.object({ name: v.string(), phone: v.string() }))

/**
 * The labels of the personal details. This form is never queued, so the outbox has no view of it.
 */
export const detailsLabels = {
  name: { label: personalDetailsTexts.name, show: textOrEmpty },
  wechat: { label: personalDetailsTexts.wechat, show: textOrEmpty },
  email: { label: personalDetailsTexts.email, show: textOrEmpty },
  phone: { label: personalDetailsTexts.phone, show: textOrEmpty },
  members: { label: familyTexts.members, show: membersIn },
} satisfies Record<
  Exclude<FormFieldName<PersonalDetails>, 'code'>,
  { readonly label: LocalizedText; readonly show: (value: unknown) => string }
>

function membersIn(value: unknown): string {
  const read = v.safeParse(Members, value)
  return read.success ? read.output.map(({ name, phone }) => `${name} ${phone}`).join('\n') : ''
}
