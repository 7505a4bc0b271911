import { createContext, type ReactNode, use } from 'react'
import type { Edit } from './edit-history.ts'

/**
 * What is typed in fields that cannot take it, such as words in a field for a number: the texts by
 * `item/field`, and by `/field` for the settings. They are edits of the form, so nothing that was
 * typed is lost when another item is opened, and a form with such a text is not saved.
 */
export type UnreadTexts = Readonly<Record<string, string>>

/** The name of the item that contains an unread text; '' for the settings. */
export const itemOfUnread = (key: string): string => key.slice(0, key.indexOf('/'))

// The texts with one more; undefined removes it.
function setUnread(
  unread: UnreadTexts | undefined,
  key: string,
  text: string | undefined,
): UnreadTexts {
  const { [key]: _old, ...others } = unread ?? {}
  return text === undefined ? others : { ...others, [key]: text }
}

/** The texts after an item was renamed; '' removes the item's texts. */
export const renameUnread = (
  unread: UnreadTexts | undefined,
  from: string,
  to: string,
): UnreadTexts =>
  Object.fromEntries(
    Object.entries(unread ?? {}).flatMap(([key, text]) =>
      itemOfUnread(key) !== from
        ? [[key, text]]
        : to === ''
          ? []
          : [[to + key.slice(from.length), text]],
    ),
  )

const UnreadFieldsContext = createContext<{
  readonly get: (field: string) => string | undefined
  readonly set: (field: string, text: string | undefined) => void
}>({ get: () => undefined, set: () => {} })

/** The unread texts of the item whose field this is. */
export const useUnreadFields = () => use(UnreadFieldsContext)

/** Provides the fields of an item, or of the settings, with their unread texts. */
export function UnreadFields({
  item,
  place,
  unread,
  edit,
  children,
}: {
  /** The name of the item; '' for the settings. */
  item: string
  /** The beginning of the keys of the edits. */
  place: string
  unread: UnreadTexts | undefined
  edit: Edit
  children: ReactNode
}) {
  return (
    <UnreadFieldsContext
      value={{
        get: (field) => unread?.[`${item}/${field}`],
        set: (field, text) =>
          edit(
            (form) => ({ ...form, unread: setUnread(form.unread, `${item}/${field}`, text) }),
            `${place}:${field}`,
          ),
      }}
    >
      {children}
    </UnreadFieldsContext>
  )
}
