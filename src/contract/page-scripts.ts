/** The URLs of the scripts in a page of the app. */
export const extractScriptAddresses = (html: string): string[] =>
  [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, address = '']) => address)
