import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { ROLES, type StaffRole } from '#contract/roles'
import type { Account } from '#contract/staff-accounts'
import { roleTexts, staffAccountsTexts } from '#i18n/staff-accounts'
import styles from './staff-accounts.module.css'

/** Whether and how the user of an account can sign in. */
export function AccountState({ account }: { account: Account }) {
  const texts = useTexts(staffAccountsTexts)
  const [now] = useState(serverNow)
  const { closed, firstPasswordUntil: until, hasFactor, hasPassword, isFirstPasswordUsed } = account
  if (closed) return <Pill tone="mute">{texts.closed}</Pill>
  return (
    <span className={styles['pills']}>
      {until === '' ? (
        hasPassword === false ? (
          <Pill tone="need">{texts.noPassword}</Pill>
        ) : (
          <Pill tone="done">{texts.active}</Pill>
        )
      ) : Date.parse(until) > now ? (
        <Pill tone="wait">
          {isFirstPasswordUsed === true ? texts.firstPasswordUsed : texts.firstPassword}
        </Pill>
      ) : (
        <Pill tone="need">{texts.firstPasswordOver}</Pill>
      )}
      {hasFactor && <Pill tone="brand">{texts.withFactor}</Pill>}
    </span>
  )
}

/** Returns a function that lists roles by name. */
export function useRoleNames() {
  const role = useTexts(roleTexts)
  return {
    named: (roles: readonly StaffRole[]) => roles.map((one) => role[one]).join('、'),
    options: ROLES.map((value) => ({ value, label: role[value] })),
    rolesIn: (chosen: readonly string[]) => ROLES.filter((one) => chosen.includes(one)),
  }
}
