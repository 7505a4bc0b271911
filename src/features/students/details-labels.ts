import * as v from 'valibot'
import { textOrEmpty } from '#app/lib/forms/form-view.ts'
import { familyTexts } from '#i18n/family'
import { personalDetailsTexts } from '#i18n/personal-details'
import type { LocalizedText } from '#i18n/translate'

const Members = v.array(v.object({ name: v.string(), phone: v.string() }))

/**
 * The labels of the personal details. This form is never queued, so the outbox has no view of it.
 */
export const detailsLabels: readonly {
  readonly name: string
  readonly label: LocalizedText
  readonly show: (value: unknown) => string
}[] = [
  { name: 'name', label: personalDetailsTexts.name, show: textOrEmpty },
  { name: 'wechat', label: personalDetailsTexts.wechat, show: textOrEmpty },
  { name: 'email', label: personalDetailsTexts.email, show: textOrEmpty },
  { name: 'phone', label: personalDetailsTexts.phone, show: textOrEmpty },
  { name: 'members', label: familyTexts.members, show: membersIn },
]

function membersIn(value: unknown): string {
  const read = v.safeParse(Members, value)
  return read.success ? read.output.map(({ name, phone }) => `${name} ${phone}`).join('\n') : ''
}
