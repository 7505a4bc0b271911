import { useNavigate } from '@tanstack/react-router'
import { useWords } from '#app/lib/language.ts'
import { feesWords } from '#words/fees'
import { Told } from './FeesDialogs.tsx'
import { usePlace } from './usePlace.ts'

/**
 * An order of the flow was given up: said, and back to the steps; whose room is not settled by now
 * chooses it again (FEE-53, D-63).
 */
export function Cancelled({ open, stunum }: { open: boolean; stunum: string }) {
  const words = useWords(feesWords)
  const navigate = useNavigate()
  const { isOpen } = usePlace({ asks: open })
  const toSteps = () => void navigate({ to: '/welcome/$stunum', params: { stunum } })
  return (
    <Told
      open={open}
      texts={isOpen ? [words.orderCancelled, words.chooseDormAgain] : [words.orderCancelled]}
      label={words.ok}
      onGo={toSteps}
      onClose={toSteps}
    />
  )
}
