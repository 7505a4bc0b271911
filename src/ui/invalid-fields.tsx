import { createContext, use, useCallback, useLayoutEffect, useState, type ReactNode } from 'react'

/**
 * A field that is wrong: where it is, what it is called, under which title, and what is wrong with
 * it.
 */
export interface InvalidField {
  readonly id: string
  readonly label: string
  readonly group: string | undefined
  readonly message: string
}

type Tell = (id: string, wrong: InvalidField | undefined) => void

const TellContext = createContext<Tell | undefined>(undefined)
const WrongContext = createContext<readonly InvalidField[]>([])
const GroupContext = createContext<string | undefined>(undefined)

/**
 * The title that the fields inside stand under: it names them where another group has fields alike.
 */
export const FieldGroupProvider = GroupContext.Provider

/**
 * Around a form: its fields tell what is wrong with them, its summary says it (ErrorSummary.tsx).
 */
export function InvalidFieldsProvider({ children }: { children: ReactNode }) {
  const [wrong, setWrong] = useState<readonly InvalidField[]>([])
  const tell = useCallback<Tell>((id, told) => {
    setWrong((known) => {
      const others = known.filter((one) => one.id !== id)
      return told === undefined ? others : [...others, told].sort(asOnPage)
    })
  }, [])
  return (
    <TellContext value={tell}>
      <WrongContext value={wrong}>{children}</WrongContext>
    </TellContext>
  )
}

/** Tell the form around that the field with this id is wrong, as long as it is. */
export function useReportInvalidField(
  id: string,
  label: string,
  message: string | undefined,
): void {
  const tell = use(TellContext)
  const group = use(GroupContext)
  // Before anything is painted: the summary must not begin with words that have no field yet.
  useLayoutEffect(() => {
    if (message === undefined) return undefined
    tell?.(id, { id, label, group, message })
    return () => tell?.(id, undefined)
  }, [tell, id, label, group, message])
}

/** What is wrong in the form around, in the order of the page. */
export const useInvalidFields = (): readonly InvalidField[] => use(WrongContext)

/** Give a field the focus by its id: the control itself, or the first one inside. */
export function focusField(id: string): void {
  const place = document.getElementById(id)
  const controls = 'input, button, select, textarea'
  const control =
    place?.matches(controls) === true ? place : place?.querySelector<HTMLElement>(controls)
  control?.focus()
}

function asOnPage(one: InvalidField, other: InvalidField): number {
  const [first, second] = [one, other].map(({ id }) => document.getElementById(id))
  if (!first || !second) return 0
  return (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1
}
