import { compileForm, upcastAnswers } from '#contract/campus-form-answers'
import type { FormItem } from '#contract/campus-form-definition'
import type { EditedForm } from './edit-history.ts'

/** A difference between two versions of a form. */
export interface VersionChange {
  readonly kind: 'added' | 'changedItem' | 'movedItem' | 'removedItem'
  readonly item: FormItem
}

/** The differences between two versions of a form. */
export interface VersionComparison {
  readonly changes: readonly VersionChange[]
  readonly haveTextsChanged: boolean
  readonly haveSettingsChanged: boolean
  /** The names of the questions that students who have answered are asked again. */
  readonly askAgain: readonly string[]
}

/** Compares two versions of a form without problems, by the names of their items. */
export function compareVersions(before: EditedForm, after: EditedForm): VersionComparison {
  const earlier = itemsByName(before)
  const later = itemsByName(after)
  const changes = [...later].flatMap(([name, { item, place }]): VersionChange[] => {
    const known = earlier.get(name)
    if (known === undefined) return [{ kind: 'added', item }]
    if (contentOf(before, known.item) !== contentOf(after, item))
      return [{ kind: 'changedItem', item }]
    return known.place === place ? [] : [{ kind: 'movedItem', item }]
  })
  const removed = [...earlier]
    .filter(([name]) => !later.has(name))
    .map(([, { item }]): VersionChange => ({ kind: 'removedItem', item }))
  const textsOf = ({ definition: { title, help } }: EditedForm) => canonical({ title, help })
  return {
    changes: [...changes, ...removed],
    haveTextsChanged: textsOf(before) !== textsOf(after),
    haveSettingsChanged: canonical(before.settings) !== canonical(after.settings),
    askAgain: upcastAnswers({}, compileForm(before.definition), compileForm(after.definition))
      .askAgain,
  }
}

// The place of an item is the group around it.
function itemsByName({ definition }: EditedForm) {
  const all = new Map<string, { item: FormItem; place: string }>()
  const add = (items: readonly FormItem[], container: string): void => {
    for (const item of items) {
      all.set(item.name, { item, place: container })
      if ('items' in item) add(item.items, item.name)
    }
  }
  add(definition.items, '')
  return all
}

const contentOf = ({ definition: { choices } }: EditedForm, item: FormItem): string =>
  canonical({
    ...item,
    ...('items' in item && { items: undefined }),
    ...('choices' in item && { choices: choices[item.choices] }),
  })

// PostgreSQL orders the keys of a stored value anew.
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
