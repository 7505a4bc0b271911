import { detailsWords } from '#words/details'
import type { Text } from '#words/say'

/** The personal details by their labels; no outbox delivers them, so it does not know them. */
export const detailsLabels: readonly { readonly name: string; readonly label: Text }[] = [
  { name: 'name', label: detailsWords.name },
  { name: 'wechat', label: detailsWords.wechat },
  { name: 'email', label: detailsWords.email },
  { name: 'phone', label: detailsWords.phone },
]
