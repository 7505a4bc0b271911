import { useLanguage } from '#app/lib/language/language.ts'
import { selectWording, type Wording } from '#contract/campus-form-definition'

/** Returns a function that selects a text of a form in the app's language. */
export function useWording(): (wording: Wording | undefined) => string {
  const language = useLanguage()
  return (wording) => selectWording(wording, language)
}
