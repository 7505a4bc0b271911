import { useTexts } from '#app/lib/language/language.ts'
import { OFFICE_ROLES } from '#contract/roles'
import { officeTexts } from '#i18n/office'
import { supportInboxTexts } from '#i18n/support-inbox'

/** Returns a function that names all holders of an office role; '' for an unknown role. */
export function useRoleName(): (role: string) => string {
  const texts = useTexts(supportInboxTexts)
  const office = useTexts(officeTexts)
  const names = {
    administrator: office.administrator,
    admissions: office.admissions,
    finance: office.finance,
    'dorm-office': office.dormOffice,
  }
  return (role) => {
    const known = OFFICE_ROLES.find((one) => one === role)
    return known === undefined ? '' : texts.wholeRole(names[known])
  }
}
