import { Check, CircleAlert, Clock } from 'lucide'
import { Icon } from './Icon.tsx'
import { Pill } from './Pill.tsx'

/** The status of a review. */
export type ReviewStatus = 'pending' | 'approved' | 'rejected'

/** The status of a review as a word with a colour and an icon. */
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
