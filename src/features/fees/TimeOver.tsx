import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { feesWords } from '#words/fees'
import { Told } from './FeesDialogs.tsx'
import type { usePlace } from './usePlace.ts'

/**
 * Says that the time to pay is over; with a place lost, the way leads to choosing another one
 * (D-64).
 */
export function TimeOver({ over, address }: Pick<ReturnType<typeof usePlace>, 'over' | 'address'>) {
  const words = useWords(feesWords)
  const navigate = useNavigate()
  const [told, setTold] = useState<string>()
  const leads = over === 'dorm' && address !== undefined
  const close = () => setTold(over)
  return (
    <Told
      open={over !== 'no' && told !== over}
      texts={[leads ? words.timeOverDorm : words.timeOver]}
      label={leads ? words.chooseDorm : words.ok}
      onGo={() => (leads ? void navigate({ to: address }) : close())}
      onClose={close}
    />
  )
}
