/** The classes that are used in this HTML. */
export const classNamesIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))

/** Without what stands in brackets (`:not(.x)`): it may hold without its classes. */
export const stripParentheses = (selector: string): string => selector.replaceAll(/\([^()]*\)/g, '')

/** Does one selector need no other classes than these? */
export const usesOnlyClasses = (selector: string, used: ReadonlySet<string>): boolean =>
  [...stripParentheses(selector).matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].every(([, name = '']) =>
    used.has(name),
  )
