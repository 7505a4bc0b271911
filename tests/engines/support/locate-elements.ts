import type * as Dom from '@testing-library/dom'
import type { ScreenRole } from '../../support/browser/screen.ts'

/** A text, or a pattern in a form that can be sent to a page. */
export type TextPattern = string | { readonly source: string; readonly flags: string }

/** One step of a locator path, in a form that can be sent to a page. */
export type LocatorStep =
  | {
      readonly type: 'role'
      readonly role: ScreenRole
      readonly name?: TextPattern
      readonly exact: boolean
    }
  | { readonly type: 'label'; readonly text: string }
  | { readonly type: 'text'; readonly text: TextPattern; readonly exact: boolean }
  | { readonly type: 'css'; readonly selector: string }
  | { readonly type: 'has-text'; readonly text: TextPattern }
  | { readonly type: 'or'; readonly path: LocatorPath }
  | { readonly type: 'first' }
  | { readonly type: 'last' }
export type LocatorPath = readonly LocatorStep[]

/**
 * Find the elements of a locator path, visible or not. The function runs in the page, so it uses
 * only its arguments. Testing Library computes roles and names; all else follows Playwright.
 */
export function locateElements(path: LocatorPath, dom: typeof Dom): HTMLElement[] {
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const says = (text: string | null, words: TextPattern, exact: boolean): boolean => {
    const said = plain(text)
    if (typeof words !== 'string') return new RegExp(words.source, words.flags).test(said)
    return exact ? said === words : said.toLowerCase().includes(plain(words).toLowerCase())
  }
  const unique = (found: readonly HTMLElement[]) => {
    const all = [...new Set(found)]
    return all.sort((one, other) =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1,
    )
  }
  const inside = (roots: readonly HTMLElement[], step: LocatorStep): HTMLElement[] => {
    const from = (look: (root: HTMLElement) => HTMLElement[]) => unique(roots.flatMap(look))
    switch (step.type) {
      case 'role': {
        const { role, name, exact } = step
        const called = name !== undefined && { name: (said: string) => says(said, name, exact) }
        return from((root) => dom.queryAllByRole(root, role, { ...called }))
      }
      case 'label':
        return from((root) => dom.queryAllByLabelText(root, step.text, { exact: false }))
      case 'text':
        // Only the innermost matching elements count.
        return from((root) =>
          [...root.querySelectorAll<HTMLElement>(':not(script, style)')].filter(
            (one) =>
              says(one.textContent, step.text, step.exact) &&
              ![...one.children].some((child) => says(child.textContent, step.text, step.exact)),
          ),
        )
      case 'css':
        return from((root) => [...root.querySelectorAll<HTMLElement>(step.selector)])
      case 'has-text':
        return roots.filter((root) => says(root.textContent, step.text, false))
      case 'or':
        return unique([...roots, ...walk(step.path)])
      case 'first':
        return roots.slice(0, 1)
      case 'last':
        return roots.slice(-1)
    }
  }
  const walk = (steps: LocatorPath): HTMLElement[] => steps.reduce(inside, [document.body])
  return walk(path)
}
