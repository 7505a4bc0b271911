import { useLocation } from '@tanstack/react-router'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import type { Lack } from '#contract/rules'
import { staffAccountsTexts } from '#i18n/staff-accounts'

/**
 * For pages of staff outside the office: where a read was refused because the second factor has not
 * been shown, or an own password not chosen, the way to do that and back here.
 */
export function OfficeAccessLink({ lack }: { lack: Lack }) {
  const texts = useTexts(staffAccountsTexts)
  const href = useLocation({ select: (location) => location.href })
  return (
    <ButtonLink to="/manage/$" params={{ _splat: '' }} search={{ next: href }}>
      {lack === 'second-factor' ? texts.factorShowNow : texts.changePassword}
    </ButtonLink>
  )
}
