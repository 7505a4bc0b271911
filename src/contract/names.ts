const DOTS = '·•‧∙⋅・･．'
const PARTING = new RegExp(`[\\p{M}\\p{Cf}\\s${DOTS}.]+`, 'gu')

/** A name as it is searched for: whatever case, dots, blanks, accents and invisible marks. */
export const nameKey = (name: string): string =>
  name.normalize('NFKD').replace(PARTING, '').toLowerCase().replaceAll('đ', 'd')

/** A name as people read it: width, case, blanks and invisible marks make no other name. */
const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .toLowerCase()

/**
 * By what people know a row of a list, made of the texts that name it: two rows of one identity are
 * one thing to them. Editors and imports both go by it.
 */
export const toIdentityKey = (texts: readonly string[]): string =>
  JSON.stringify(texts.map(foldName))

// Joiners shape letters of these scripts and put emoji together; elsewhere they are leftovers.
const JOINED =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Malayalam}\p{Script=Mongolian}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Syriac}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Tibetan}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u
const JOINERS = '\u200C\u200D'

/** A text without invisible marks, but where its script needs them. */
export const stripInvisibleMarks = (text: string): string =>
  text.replaceAll(/\p{Cf}/gu, (mark, at: number) =>
    JOINERS.includes(mark) && JOINED.test(text.slice(0, at)) ? mark : '',
  )

/**
 * A person's name as it is stored: without invisible marks, every dot between its parts as ·, one
 * blank where blanks part it and none between Chinese characters.
 */
export const normalizeName = (name: string): string =>
  stripInvisibleMarks(name.normalize('NFC'))
    .replaceAll(new RegExp(`\\s*[${DOTS}]\\s*`, 'gu'), '·')
    .replaceAll(/(?<=\p{Script=Han})[ \t\u3000\u00A0]+(?=\p{Script=Han})/gu, '')
    .replaceAll(/[ \t\u3000\u00A0]+/g, ' ')
    .trim()
