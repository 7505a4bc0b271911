import { Link } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  CircleAlert,
  CircleQuestionMark,
  Clock,
  KeyRound,
  LoaderCircle,
} from 'lucide'
import type { ReactNode } from 'react'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { retryItem } from '#app/lib/outbox/outbox.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { outboxTexts } from '#i18n/outbox'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { DiscardOutboxItem } from './DiscardOutboxItem.tsx'
import { readStoredFields, findFormView, canRetryRefusedItem, canResubmit } from './form-views.ts'
import { useFormTitle } from './useFormView.ts'
import styles from './outbox.module.css'

/**
 * One submission that the university has not received: its form, its time, its state, and the
 * available actions.
 */
export function UnsentOutboxItem({ item }: { item: OutboxItem }) {
  const texts = useTexts(outboxTexts)
  const language = useLanguage()
  const stunum = useSession()?.stunum ?? ''
  // A submission that a newer version of the app wrote is read-only, even if this version knows the
  // form's name.
  const view = item.state === 'parked' ? undefined : findFormView(item.form)
  const fields = readStoredFields(item)
  const title = useFormTitle(item.form)
  const reason = useReason(item)
  const refused = item.state === 'needs-you'
  const keyUsed = item.lastProblem?.keyUsed === true
  const lost = item.lastProblem?.lost === true
  return (
    <li className={styles['item']}>
      <div className={styles['top']}>
        <b>{title}</b>
        <StatePill state={item.state} />
      </div>
      {view && item.state !== 'conflict' && (
        <p className={styles['summary']}>{view.summary(fields, language)}</p>
      )}
      {reason !== undefined && (
        <p className={refused ? styles['error'] : styles['summary']}>{reason}</p>
      )}
      <p className={styles['quiet']}>
        {texts.savedAt(formatRecentPhoneTime(item.capturedAt, language))}
        {item.attempts > 0 && !lost && ` · ${texts.attempts(item.attempts)}`}
      </p>
      {item.upload !== undefined && (
        <p className={styles['quiet']}>{texts.uploaded(item.upload)}</p>
      )}
      {view && (
        // The actions are hidden instead of unmounted, so that an open dialog stays open during a
        // delivery attempt.
        <div hidden={item.state === 'sending'} className={styles['actions']}>
          {item.state === 'conflict' ? (
            <Link
              to="/outbox/$order/repair"
              params={{ order: String(item.order) }}
              className={styles['action']}
            >
              {texts.compare}
            </Link>
          ) : (
            view.editAt && (
              <Link to={view.editAt(fields, stunum)} className={styles['action']}>
                {refused ? texts.editAndResend : texts.edit}
              </Link>
            )
          )}
          {refused &&
            (lost ||
              item.lastProblem?.unclear === true ||
              canRetryRefusedItem(item) ||
              (keyUsed && canResubmit(item))) && (
              <TextButton onClick={() => void retryItem(item.order)}>
                {keyUsed || lost ? texts.sendAnew : texts.tryAgain}
              </TextButton>
            )}
          {item.state === 'signed-out' && (
            <Link to="/login/{-$app}" className={styles['action']}>
              {texts.bindAgain}
            </Link>
          )}
          <DiscardOutboxItem order={item.order} title={title} />
        </div>
      )}
    </li>
  )
}

function StatePill({ state }: { state: OutboxItem['state'] }) {
  const texts = useTexts(outboxTexts)
  const pills: Readonly<
    Record<OutboxItem['state'], { tone: 'wait' | 'need' | 'mute'; icon: ReactNode; label: string }>
  > = {
    waiting: { tone: 'wait', icon: <Icon of={Clock} />, label: texts.waiting },
    later: { tone: 'wait', icon: <Icon of={Clock} />, label: texts.waiting },
    sending: {
      tone: 'wait',
      icon: <Icon of={LoaderCircle} className={styles['turning']} />,
      label: texts.sendingState,
    },
    'signed-out': { tone: 'need', icon: <Icon of={KeyRound} />, label: texts.signedOut },
    conflict: { tone: 'need', icon: <Icon of={ArrowLeftRight} />, label: texts.conflict },
    'needs-you': { tone: 'need', icon: <Icon of={CircleAlert} />, label: texts.needsYou },
    parked: { tone: 'mute', icon: <Icon of={CircleQuestionMark} />, label: texts.parked },
  }
  const { tone, icon, label } = pills[state]
  return (
    <output>
      <Pill tone={tone} icon={icon}>
        {label}
      </Pill>
    </output>
  )
}

// The reason why the item is unsent; the backend's own text takes precedence.
function useReason({ form, state, lastProblem }: OutboxItem): string | undefined {
  const texts = useTexts(outboxTexts)
  const said = [
    lastProblem?.message ?? '',
    ...(lastProblem?.issues ?? []).map((issue) => issue.message),
  ].filter((one) => one !== '')
  if (state === 'conflict') return texts.conflictText
  if (state === 'signed-out') return texts.signedOutText
  if (state === 'parked') return texts.parkedText
  if (state === 'needs-you' && lastProblem?.lost === true) return texts.lost
  if (state === 'needs-you' && lastProblem?.filesMissing === true) return texts.filesMissing
  if (state === 'needs-you' && lastProblem?.unclear === true)
    return [texts.unclear, ...said].join(' ')
  if (state === 'needs-you' && lastProblem?.keyUsed === true)
    return canResubmit({ form }) ? texts.keyUsed : texts.keyUsedOnce
  if (state === 'needs-you')
    return said.length === 0 ? texts.returnedPlain : texts.returned([...new Set(said)].join('；'))
  return state === 'later' ? said[0] : undefined
}
