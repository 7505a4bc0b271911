import { useWords } from '#app/lib/language.ts'
import { OFFICE_ROLES } from '#contract/roles'
import { inboxWords } from '#words/inbox'
import { officeWords } from '#words/office'

/** What all holders of an office role are called; '' for no role. */
export function useRoleName(): (role: string) => string {
  const words = useWords(inboxWords)
  const office = useWords(officeWords)
  const names = {
    administrator: office.administrator,
    admissions: office.admissions,
    finance: office.finance,
    'dorm-office': office.dormOffice,
  }
  return (role) => {
    const known = OFFICE_ROLES.find((one) => one === role)
    return known === undefined ? '' : words.wholeRole(names[known])
  }
}
