/**
 * Finds the controls on the screen whose accessible name does not contain their visible text, which
 * people say to a voice control (WCAG 2.5.3, Label in Name).
 */
export function findLabelsOutsideNames(): string[] {
  const named = document.querySelectorAll(':is(a, button, summary)[aria-label]')
  return [...named].flatMap((control) => {
    const [name, text] = [control.getAttribute('aria-label') ?? '', visibleText(control)]
    return normalize(name).includes(normalize(text)) ? [] : [`“${name}” lacks “${text}”`]
  })
}

function visibleText(control: Element): string {
  const copy = document.createElement('div')
  copy.innerHTML = control.innerHTML
  for (const part of copy.querySelectorAll('[aria-hidden="true"]')) part.remove()
  return copy.textContent
}

const normalize = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
