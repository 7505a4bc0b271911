import { useLocation } from '@tanstack/react-router'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import type { SignInRequirement } from '#contract/rules'
import { staffAccountsTexts } from '#i18n/staff-accounts'

/**
 * For staff pages outside the office: when a read was refused because the second factor or an own
 * password is missing, links to setting it up and back.
 */
export function OfficeAccessLink({ lack }: { lack: SignInRequirement }) {
  const texts = useTexts(staffAccountsTexts)
  const href = useLocation({ select: (location) => location.href })
  return (
    <ButtonLink to="/manage/$" params={{ _splat: '' }} search={{ next: href }}>
      {lack === 'second-factor' ? texts.factorShowNow : texts.changePassword}
    </ButtonLink>
  )
}
