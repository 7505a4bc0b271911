/** The addresses of the scripts that a page of the app starts with. */
export const scriptAddressesIn = (html: string): string[] =>
  [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, address = '']) => address)
