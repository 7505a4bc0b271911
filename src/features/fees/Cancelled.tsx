import { useNavigate } from '@tanstack/react-router'
import { useWords } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { feesWords } from '#words/fees'
import { Told } from './FeesDialogs.tsx'

/** An order of the flow was given up: said, and back to the steps (FEE-53, D-63). */
export function Cancelled({ open, stunum }: { open: boolean; stunum: string }) {
  const words = useWords(feesWords)
  const navigate = useNavigate()
  const person = useSession()?.person
  const isPostgraduate = person?.role === 'student' && person.enrolment === '1'
  const toSteps = () => void navigate({ to: '/welcome/$stunum', params: { stunum } })
  return (
    <Told
      open={open}
      texts={isPostgraduate ? [words.orderCancelled] : [words.orderCancelled, words.chooseDormAgain]}
      label={words.ok}
      onGo={toSteps}
      onClose={toSteps}
    />
  )
}
