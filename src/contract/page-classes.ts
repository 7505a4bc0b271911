/** The classes that are used in this HTML. */
export const classesIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))

/** Without what stands in brackets (`:not(.x)`): it may hold without its classes. */
export const withoutBrackets = (selector: string): string => selector.replaceAll(/\([^()]*\)/g, '')

/** Does one selector need no other classes than these? */
export const needsOnly = (selector: string, used: ReadonlySet<string>): boolean =>
  [...withoutBrackets(selector).matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].every(([, name = '']) =>
    used.has(name),
  )
