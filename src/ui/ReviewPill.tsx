import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { Pill } from './Pill.tsx'

/** Where a review stands. */
export type Review = 'pending' | 'approved' | 'rejected'

/** Where a review stands, in a word with a colour and a sign. */
export function ReviewPill({ review, children }: { review: Review; children: string }) {
  const { tone, icon } = {
    pending: { tone: 'wait' as const, icon: <Clock aria-hidden /> },
    approved: { tone: 'done' as const, icon: <Check aria-hidden /> },
    rejected: { tone: 'need' as const, icon: <CircleAlert aria-hidden /> },
  }[review]
  return (
    <Pill tone={tone} icon={icon}>
      {children}
    </Pill>
  )
}
