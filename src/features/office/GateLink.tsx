import { useLocation } from '@tanstack/react-router'
import { useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import type { Lack } from '#contract/rules'
import { staffWords } from '#words/staff'

/**
 * For pages of staff outside the office: where a read was refused because the second factor has not
 * been shown, or an own password not chosen, the way to do that and back here.
 */
export function GateLink({ lack }: { lack: Lack }) {
  const words = useWords(staffWords)
  const href = useLocation({ select: (location) => location.href })
  return (
    <ButtonLink to="/manage/$" params={{ _splat: '' }} search={{ next: href }}>
      {lack === 'second-factor' ? words.factorShowNow : words.changePassword}
    </ButtonLink>
  )
}
