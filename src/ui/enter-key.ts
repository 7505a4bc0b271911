import type { FocusEvent, KeyboardEvent } from 'react'

const FIELDS = 'input, select, textarea, button[aria-haspopup]'
const NO_STOP = ':disabled, [readonly], [tabindex="-1"], [type="hidden"], [type="file"]'

/**
 * Event handlers for a form. The Enter key moves to the next field, and submits the form from the
 * last field. The phone's keyboard labels the key accordingly.
 */
export const enterKeyHandlers = {
  onFocus: ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
    if (isLine(target))
      target.setAttribute(
        'enterkeyhint',
        after(target, currentTarget) === undefined ? 'send' : 'next',
      )
  },
  onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
    // While an input method is composing, Enter confirms the composition.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isLine(event.target)) return
    const next = after(event.target, event.currentTarget)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  },
}

const isLine = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && !['radio', 'checkbox', 'file'].includes(target.type)

function after(field: HTMLElement, form: HTMLFormElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (one) => one === field || !one.matches(NO_STOP),
  )
  return fields[fields.indexOf(field) + 1]
}
