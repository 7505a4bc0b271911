import { createContext, use, useCallback, useLayoutEffect, useState, type ReactNode } from 'react'

/** An invalid field: its id, its label, its group's title, and its error message. */
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
 * Provides the title of a group of fields, which identifies them when another group has the same
 * fields.
 */
export const FieldGroupProvider = GroupContext.Provider

/**
 * Wraps a form: its fields report their errors to this provider, and the form's summary lists them
 * (ErrorSummary.tsx).
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

/** While `message` is set, reports to the form that the field with this id is invalid. */
export function useReportInvalidField(
  id: string,
  label: string,
  message: string | undefined,
): void {
  const tell = use(TellContext)
  const group = use(GroupContext)
  // A layout effect, because the summary must know the fields at its first paint.
  useLayoutEffect(() => {
    if (message === undefined) return undefined
    tell?.(id, { id, label, group, message })
    return () => tell?.(id, undefined)
  }, [tell, id, label, group, message])
}

/** Returns the invalid fields of the form in page order. */
export const useInvalidFields = (): readonly InvalidField[] => use(WrongContext)

/**
 * Moves the focus to the field with this id: to the control itself, or to the first control inside.
 */
export function focusField(id: string): void {
  const place = document.getElementById(id)
  const controls = 'input:not([hidden]), button, select, textarea'
  const control =
    place?.matches(controls) === true ? place : place?.querySelector<HTMLElement>(controls)
  control?.focus()
}

function asOnPage(one: InvalidField, other: InvalidField): number {
  const [first, second] = [one, other].map(({ id }) => document.getElementById(id))
  if (!first || !second) return 0
  return (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1
}
