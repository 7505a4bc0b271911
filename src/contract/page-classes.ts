/** The class names used in an HTML text. */
export const extractClassNames = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))

/** Removes parentheses from a selector (`:not(.x)`), whose classes are not required for a match. */
export const stripParentheses = (selector: string): string => selector.replaceAll(/\([^()]*\)/g, '')

/** Whether a selector requires only classes of this set. */
export const usesOnlyClasses = (selector: string, used: ReadonlySet<string>): boolean =>
  [...stripParentheses(selector).matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].every(([, name = '']) =>
    used.has(name),
  )
