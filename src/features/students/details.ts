import * as v from 'valibot'
import { textIn } from '#app/lib/forms/view.ts'
import { detailsWords } from '#words/details'
import { familyWords } from '#words/family'
import type { Text } from '#words/say'

const Members = v.array(v.object({ name: v.string(), phone: v.string() }))

/** The personal details by their labels; no outbox delivers them, so it does not know them. */
export const detailsLabels: readonly {
  readonly name: string
  readonly label: Text
  readonly show: (value: unknown) => string
}[] = [
  { name: 'name', label: detailsWords.name, show: textIn },
  { name: 'wechat', label: detailsWords.wechat, show: textIn },
  { name: 'email', label: detailsWords.email, show: textIn },
  { name: 'phone', label: detailsWords.phone, show: textIn },
  { name: 'members', label: familyWords.members, show: membersIn },
]

function membersIn(value: unknown): string {
  const read = v.safeParse(Members, value)
  return read.success ? read.output.map(({ name, phone }) => `${name} ${phone}`).join('\n') : ''
}
