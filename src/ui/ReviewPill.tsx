import { Check, CircleAlert, Clock } from 'lucide'
import { Icon } from './Icon.tsx'
import { Pill } from './Pill.tsx'

/** Where a review stands. */
export type ReviewStatus = 'pending' | 'approved' | 'rejected'

/** Where a review stands, in a word with a colour and a sign. */
export function ReviewPill({ review, children }: { review: ReviewStatus; children: string }) {
  const { tone, icon } = {
    pending: { tone: 'wait' as const, icon: <Icon of={Clock} /> },
    approved: { tone: 'done' as const, icon: <Icon of={Check} /> },
    rejected: { tone: 'need' as const, icon: <Icon of={CircleAlert} /> },
  }[review]
  return (
    <Pill tone={tone} icon={icon}>
      {children}
    </Pill>
  )
}
