import { useWords } from '#app/lib/language.ts'
import { join } from '#app/ui/join.ts'
import type { Item } from '#offline/item'
import { travelWords } from '#words/travel'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import styles from './travel.module.css'

/** Says over the form that these words are only on the phone, or why the university sent them back. */
export function WaitingNotice({ item }: { item: Item }) {
  const words = useWords(travelWords)
  if (item.state === 'needs-you') {
    const reasons = [item.lastProblem?.message ?? '', ...(item.lastProblem?.issues ?? []).map((issue) => issue.message)].filter(
      Boolean,
    )
    return (
      <p role="alert" className={join(styles['notice'], styles['need'])}>
        <CircleAlert aria-hidden />
        <span>
          <b>{words.refusedTitle}</b>
          {reasons.length === 0 ? words.returnedPlain : words.returned([...new Set(reasons)].join('；'))}
        </span>
      </p>
    )
  }
  if (item.state === 'conflict') {
    return (
      <div role="alert" className={join(styles['notice'], styles['need'])}>
        <CircleAlert aria-hidden />
        <span>
          <b>{words.conflict}</b>
          <Link to="/outbox/$order/repair" params={{ order: String(item.order) }} className={styles['link']}>
            {words.compare}
          </Link>
        </span>
      </div>
    )
  }
  return (
    <output className={join(styles['notice'], styles['wait'])}>
      <Clock aria-hidden />
      <span>
        <b>{words.waitingTitle}</b>
        {words.waitingText}
      </span>
    </output>
  )
}
