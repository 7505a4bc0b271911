/** The class names used in an HTML text. */
export const extractClassNames = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))

/**
 * Removes parentheses from a selector (`:not(.x)`), because an element does not need their classes
 * to match.
 */
export const stripParentheses = (selector: string): string => selector.replaceAll(/\([^()]*\)/g, '')

/** Whether every class that a selector requires is in this set. */
export const usesOnlyClasses = (selector: string, used: ReadonlySet<string>): boolean =>
  [...stripParentheses(selector).matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].every(([, name = '']) =>
    used.has(name),
  )
