import type { SelectOption } from '#app/ui/SelectField.tsx'
import { HOUSEHOLD_TYPES, FAMILY_RELATIONS } from '#contract/family-household'
import { DETAILS_RELATIONS } from '#contract/personal-details'
import { familyTexts } from '#i18n/family'
import { selectTexts, type Language } from '#i18n/translate'

/**
 * The relations: father, mother, those of the campus, other (FAM-14). `chosen` is on offer too, so
 * that an earlier choice stays visible.
 */
export function relationOptions(
  language: Language,
  relations: readonly string[],
  chosen: string,
): SelectOption[] {
  const texts = selectTexts(familyTexts, language)
  const [father, mother, other] = FAMILY_RELATIONS
  const options = [
    { value: father, label: texts.father },
    { value: mother, label: texts.mother },
    ...relations.map((value) => ({ value, label: value })),
    { value: other, label: texts.other },
  ]
  return withChosen(options, chosen)
}

/** The household types: urban, rural, other (FAM-21). */
export function householdTypeOptions(language: Language): SelectOption[] {
  const texts = selectTexts(familyTexts, language)
  const labels = [texts.urban, texts.rural, texts.other]
  return HOUSEHOLD_TYPES.map((value, index) => ({ value, label: labels[index] ?? value }))
}

/** The campus's occupations, and the chosen one; the Chinese term is stored (FAM-22, D-42). */
export function occupationOptions(
  language: Language,
  occupations: readonly string[],
  chosen: string,
): SelectOption[] {
  const { jobNames } = selectTexts(familyTexts, language)
  const labels: Readonly<Record<string, string>> = jobNames
  const options = occupations.map((value) => ({ value, label: labels[value] ?? value }))
  return withChosen(options, chosen)
}

const withChosen = (options: SelectOption[], chosen: string): SelectOption[] =>
  chosen === '' || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }]

/**
 * The relations of the personal details, which differ from those of the household (FAM-37, D-37).
 */
export function detailsRelationOptions(language: Language): SelectOption[] {
  const texts = selectTexts(familyTexts, language)
  const labels = [
    texts.fatherSon,
    texts.fatherDaughter,
    texts.motherSon,
    texts.motherDaughter,
    texts.other,
  ]
  return DETAILS_RELATIONS.map((value, index) => ({ value, label: labels[index] ?? value }))
}
