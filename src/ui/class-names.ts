/** Class names in a row, without those that do not apply. */
export const joinClassNames = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ')
