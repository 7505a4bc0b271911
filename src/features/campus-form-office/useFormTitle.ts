import { useQuery } from '@tanstack/react-query'
import { onlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import { selectWording } from '#contract/campus-form-definition'
import { campusFormIdOf } from '#contract/campus-form-names'
import { campusFormOffice } from '#contract/campus-form-office'
import { campusFormOfficeTexts } from '#i18n/campus-form-office'

/** The title of a student's form by its name; undefined if it is no form of the campus. */
export function useFormTitle(student: string, name: string): string | undefined {
  const language = useLanguage()
  const form = campusFormIdOf(name)
  const { data } = useQuery({
    ...onlineQuery({
      name: 'forms-of-student',
      entry: campusFormOffice.ofStudent,
      input: { student },
    }),
    enabled: form !== undefined,
  })
  if (form === undefined) return undefined
  const found = data?.value.forms.find((one) => one.form === form)
  return found === undefined
    ? campusFormOfficeTexts.campusForms[language]
    : selectWording(found.title, language)
}
