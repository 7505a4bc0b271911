import { isIdCard } from './fields.ts'
import { expandIdCard, validateIdCard } from './id-card.ts'
import { normalizeIdNumber } from './id-number.ts'

/** The identity documents of students, by their stored codes. */
export const ID_DOCUMENT_TYPES = [
  'resident',
  'hk-macao-permit',
  'taiwan-permit',
  'residence-permit',
  'permanent-residence',
  'passport',
] as const
/** One of the identity documents. */
export type IdDocumentType = (typeof ID_DOCUMENT_TYPES)[number]

// 810000, 820000 and 830000 stand for Hong Kong, Macao and Taiwan. No resident ID card begins with
// them or with 9.
const isResidencePermit = (number: string) => /^8[123]0000\d{11}[\dX]$/.test(number)
const isNewPermanentResidence = (number: string) => /^9\d{16}[\dX]$/.test(number)

/**
 * The forms of numbers without a birthday. Permits of Hong Kong and Macao have had two digits for
 * the count of issues, those of Taiwan too, with or without a letter. Passports of all countries
 * have no common form.
 */
const FORMS = {
  'hk-macao-permit': /^[HM]\d{8}(\d{2})?$/,
  'taiwan-permit': /^\d{8}(\d{2}[A-Z]?)?$/,
  passport: /^[A-Z0-9]{5,14}$/,
} as const

/**
 * Validates the normalised number of a document. Returns what is wrong: the form, the birthday or
 * the check digit in it (GB 11643); undefined if the number is valid.
 */
export function validateIdNumber(
  type: IdDocumentType,
  number: string,
): 'shape' | 'birthday' | 'digit' | undefined {
  switch (type) {
    case 'resident':
      return isResidencePermit(number) || isNewPermanentResidence(number)
        ? 'shape'
        : validateIdCard(number)
    case 'residence-permit':
      return isResidencePermit(number) ? validateIdCard(number) : 'shape'
    case 'permanent-residence':
      // Three letters of the country and twelve digits until 2023, 18 digits since then.
      if (/^[A-Z]{3}\d{12}$/.test(number)) return undefined
      return isNewPermanentResidence(number) ? validateIdCard(number) : 'shape'
    case 'hk-macao-permit':
    case 'taiwan-permit':
    case 'passport':
      return FORMS[type].test(number) ? undefined : 'shape'
  }
}

/**
 * Recognises a document by the form of its normalised number. `isSure` is false if a number of this
 * form can belong to another document: a passport can have a permit's form. Undefined if the number
 * has no known form.
 */
export function recognizeIdDocument(
  number: string,
): { readonly type: IdDocumentType; readonly isSure: boolean } | undefined {
  if (isResidencePermit(number)) return { type: 'residence-permit', isSure: true }
  if (isNewPermanentResidence(number) || /^[A-Z]{3}\d{12}$/.test(number))
    return { type: 'permanent-residence', isSure: true }
  if (isIdCard(number)) return { type: 'resident', isSure: true }
  if (FORMS['hk-macao-permit'].test(number))
    return { type: 'hk-macao-permit', isSure: number.length > 9 }
  if (FORMS['taiwan-permit'].test(number)) return { type: 'taiwan-permit', isSure: false }
  return FORMS.passport.test(number) && /[A-Z].*\d|\d.*[A-Z]|^\d{9}$/.test(number)
    ? { type: 'passport', isSure: false }
    : undefined
}

/**
 * The numbers that name the same document as a typed one, normalised: a resident ID card of 18
 * digits replaced one of 15 without the century and the check digit.
 */
export function listIdNumberSpellings(typed: string): readonly string[] {
  const number = normalizeIdNumber(typed)
  if (!isIdCard(number)) return [number]
  if (number.length === 15) return [number, expandIdCard(number)]
  const short = number.slice(0, 6) + number.slice(8, 17)
  return expandIdCard(short) === number ? [number, short] : [number]
}
