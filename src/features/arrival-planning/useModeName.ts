import { useTexts } from '#app/lib/language/language.ts'
import { travelTexts } from '#i18n/travel'

/** Returns a function that translates a stored means of travel; other texts stay as they are. */
export function useModeName(): (mode: string) => string {
  const { modeNames } = useTexts(travelTexts)
  return (mode) => modeNames[mode] ?? mode
}
