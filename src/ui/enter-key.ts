import type { FocusEvent, KeyboardEvent } from 'react'

const FIELDS = 'input, select, textarea, button[aria-haspopup]'
const NO_STOP = ':disabled, [readonly], [tabindex="-1"], [type="hidden"], [type="file"]'

/**
 * Event handlers for a form: the Enter key moves to the next field and submits from the last one;
 * the phone's keyboard shows which.
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
    // With an input method, Enter confirms the current composition.
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
