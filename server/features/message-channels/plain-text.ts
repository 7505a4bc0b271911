const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', nbsp: ' ' }
const MAX_CHARACTERS = 500

/** The words of a notice without its markup, for channels that show plain text; at most 500. */
export const toPlainText = (html: string): string =>
  html
    .slice(0, 100_000)
    .replaceAll(/<(?:[^<>"]|"[^"]*")*>/g, ' ')
    .replaceAll(/&(lt|gt|amp|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_CHARACTERS)
