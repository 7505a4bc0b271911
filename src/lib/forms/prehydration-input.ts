/**
 * Records what the user typed into the server-rendered page before hydration. `replay` then
 * dispatches the same input to the app.
 */
export function captureTypedInput(): { readonly replay: () => void } {
  const inputs = [...document.querySelectorAll('input')]
  const typed = inputs
    .filter((one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked)
    .map((input) => ({ input, value: input.value, checked: input.checked }))
  return {
    replay: () => {
      for (const { input, value, checked } of typed) {
        if (!input.isConnected) continue
        if (checked && !input.checked) input.click()
        if (input.type === 'radio' || input.value === value) continue
        setValue?.call(input, value)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
    },
  }
}

// React ignores an `input` event whose value was set through the element's own property, so the
// prototype's setter is called.
const setValue =
  typeof HTMLInputElement === 'undefined'
    ? undefined
    : Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
