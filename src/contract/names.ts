const DOTS = '·•‧∙⋅・･．'
const PARTING = new RegExp(`[\\p{M}\\p{Cf}\\s${DOTS}.]+`, 'gu')

/** The search key of a name: without case, dots, spaces, accents and invisible characters. */
export const toNameSearchKey = (name: string): string =>
  name.normalize('NFKD').replace(PARTING, '').toLowerCase().replaceAll('đ', 'd')

/**
 * Folds a name, so that names which differ only in width, case, spaces or invisible characters
 * become equal.
 */
const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .toLowerCase()

/**
 * The identity of a row, made of the texts that identify it: two rows with the same key are the
 * same to users. Editors and imports use it to find duplicates.
 */
export const toDuplicateKey = (texts: readonly string[]): string =>
  JSON.stringify(texts.map(foldName))

// Joiners shape the letters of these writing systems and combine emoji. Elsewhere a joiner is left
// over from copying.
const JOINED =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Malayalam}\p{Script=Mongolian}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Syriac}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Tibetan}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u
const JOINERS = '\u200C\u200D'

/**
 * Removes invisible characters from a text. Joiners stay after an emoji and after a letter of a
 * writing system that needs them.
 */
export const stripInvisibleMarks = (text: string): string =>
  text.replaceAll(/\p{Cf}/gu, (mark, at: number) =>
    JOINERS.includes(mark) && JOINED.test(text.slice(0, at)) ? mark : '',
  )

/**
 * Normalises a person's name for storage: no invisible characters, every dot between its parts as
 * ·, a single space between its parts, and none between Chinese characters.
 */
export const normalizeName = (name: string): string =>
  stripInvisibleMarks(name.normalize('NFC'))
    .replaceAll(new RegExp(`\\s*[${DOTS}]\\s*`, 'gu'), '·')
    .replaceAll(/(?<=\p{Script=Han})[ \t\u3000\u00A0]+(?=\p{Script=Han})/gu, '')
    .replaceAll(/[ \t\u3000\u00A0]+/g, ' ')
    .trim()
