import type { SelectOption } from '#app/ui/SelectField.tsx'
import { HOUSEHOLD_TYPES, OCCUPATIONS, FAMILY_RELATIONS } from '#contract/family-household'
import { DETAILS_RELATIONS } from '#contract/personal-details'
import { familyTexts } from '#i18n/family'
import { selectTexts, type Language } from '#i18n/translate'

/** The relations: father, mother, other (FAM-14). */
export function relationOptions(language: Language): SelectOption[] {
  const texts = selectTexts(familyTexts, language)
  const labels = [texts.father, texts.mother, texts.other]
  return FAMILY_RELATIONS.map((value, index) => ({ value, label: labels[index] ?? value }))
}

/** The household types: urban, rural, other (FAM-21). */
export function householdTypeOptions(language: Language): SelectOption[] {
  const texts = selectTexts(familyTexts, language)
  const labels = [texts.urban, texts.rural, texts.other]
  return HOUSEHOLD_TYPES.map((value, index) => ({ value, label: labels[index] ?? value }))
}

/** The eleven occupations; the Chinese term is stored (FAM-22, D-42). */
export function occupationOptions(language: Language): SelectOption[] {
  const { jobNames } = selectTexts(familyTexts, language)
  return OCCUPATIONS.map((value) => ({ value, label: jobNames[value] ?? value }))
}

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
