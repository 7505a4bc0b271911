import { useLocation } from '@tanstack/react-router'
import { useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { staffWords } from '#words/staff'

/**
 * For pages of staff outside the office: where a read was refused because the second factor has not
 * been shown, or an own password not chosen, the way to do that and back here. `problem` is what the
 * backend said; of anything else nothing is shown.
 */
export function GateLink({ problem }: { problem: string | undefined }) {
  const words = useWords(staffWords)
  const href = useLocation({ select: (location) => location.href })
  if (problem !== words.factorFirst && problem !== words.ownPasswordFirst) return null
  return (
    <ButtonLink to="/manage/$" params={{ _splat: '' }} search={{ next: href }}>
      {problem === words.factorFirst ? words.factorShowNow : words.changePassword}
    </ButtonLink>
  )
}
