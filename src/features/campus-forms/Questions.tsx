import { type FormItem, isAnswerable } from '#contract/campus-form-definition'
import { QuestionField } from './QuestionField.tsx'

/** The part of a form around an item. */
export interface Place {
  /** The key of the repetition and the number of its group, such as `q_members.0.`. */
  readonly prefix?: string
  readonly index?: number
}

/** The questions of a card. */
export function Questions({
  items,
  prefix = '',
  index = 0,
}: Place & { items: readonly FormItem[] }) {
  return items.map((item) =>
    isAnswerable(item) ? (
      <QuestionField key={item.name} question={item} prefix={prefix} index={index} />
    ) : null,
  )
}
