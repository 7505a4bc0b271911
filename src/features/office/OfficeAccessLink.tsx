import { useLocation } from '@tanstack/react-router'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import type { SignInRequirement } from '#contract/rules'
import { staffAccountsTexts } from '#i18n/staff-accounts'

/**
 * A link for staff pages outside the office. If a read was refused because the second factor or a
 * password of the user's own is missing, it leads to the page that sets it up, and from there back.
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
