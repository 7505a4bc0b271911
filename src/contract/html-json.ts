/**
 * Serialises a value for a JSON block in a page. The result cannot end the element that contains
 * it.
 */
export const serializeJsonForHtml = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped)

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
