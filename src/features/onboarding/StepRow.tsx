import { Link } from '@tanstack/react-router'
import { BedDouble, Check, CircleAlert, Clock, Lock } from 'lucide'
import type { ReactNode } from 'react'
import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { joinClassNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { Tone } from '#app/ui/tone.ts'
import { VisuallyHidden } from '#app/ui/VisuallyHidden.tsx'
import { PAYMENT_STEP_PAGES } from '#contract/onboarding'
import { dormTexts } from '#i18n/dorm'
import { onboardingTexts } from '#i18n/onboarding'
import { addressOfStep, type NumberedStep, type StepStatus } from './steps.ts'
import styles from './onboarding.module.css'

const TONES: Readonly<Record<StepStatus, Tone>> = {
  done: 'done',
  waiting: 'wait',
  'needs-you': 'need',
  next: 'brand',
  open: 'mute',
  locked: 'mute',
  'no-room': 'mute',
}
const ICONS: Readonly<Record<StepStatus, ReactNode>> = {
  done: <Icon of={Check} />,
  waiting: <Icon of={Clock} />,
  'needs-you': <Icon of={CircleAlert} />,
  next: undefined,
  open: undefined,
  locked: <Icon of={Lock} />,
  'no-room': <Icon of={BedDouble} />,
}

/**
 * One numbered step. It is a link if the student can open the step; otherwise it is a button that
 * names the step to do first.
 */
export function StepRow({
  numberedStep,
  blocking,
  stunum,
}: {
  numberedStep: NumberedStep
  /** The step to do first, if this step is locked. */
  blocking: NumberedStep | undefined
  stunum: string
}) {
  const texts = useTexts(onboardingTexts)
  const dorm = useTexts(dormTexts)
  const { step, number, status } = numberedStep
  const named = useTranslateName()
  const note = useNote(numberedStep)
  const labels: Readonly<Record<StepStatus, string>> = {
    done: texts.done,
    waiting: texts.waiting,
    'needs-you': texts.needsYou,
    next: texts.next,
    open: texts.open,
    locked: texts.locked,
    'no-room': texts.noRoom,
  }
  const content = (
    <>
      <span
        className={joinClassNames(styles['number'], status === 'next' && styles['next'])}
        data-tone={TONES[status]}
      >
        {status === 'done' ? <Icon of={Check} /> : number}
        {status === 'done' && <VisuallyHidden>{number}</VisuallyHidden>}
      </span>
      <span className={styles['words']}>
        <span data-snapshot="name" className={status === 'next' ? styles['strong'] : undefined}>
          {named(step.title)}
        </span>
        {note !== undefined && (
          <span
            className={joinClassNames(styles['note'], status === 'needs-you' && styles['error'])}
          >
            {note}
          </span>
        )}
      </span>
      <Pill tone={TONES[status]} icon={ICONS[status]}>
        {labels[status]}
      </Pill>
    </>
  )
  const refuse = () => {
    if (status === 'no-room') return showToast(dorm.waitForRoom)
    const title = named(blocking?.step.title ?? '')
    return showToast(blocking?.status === 'waiting' ? texts.waitsFor(title) : texts.refused(title))
  }
  return (
    <li className={styles['item']}>
      {numberedStep.isEnterable ? (
        <Link
          to={addressOfStep(step, stunum)}
          className={styles['step']}
          aria-current={status === 'next' ? 'step' : undefined}
        >
          {content}
        </Link>
      ) : (
        <button
          type="button"
          className={joinClassNames(styles['step'], styles['locked'])}
          onClick={refuse}
        >
          {content}
        </button>
      )}
    </li>
  )
}

// The line below the title: when the form was delivered, why it was refused, or what the step
// needs.
function useNote({ step, status, item }: NumberedStep): string | undefined {
  const texts = useTexts(onboardingTexts)
  const language = useLanguage()
  if (item?.state === 'conflict') return texts.conflictNote
  if (status === 'needs-you' && item?.lastProblem?.lost === true) return texts.lostNote
  if (status === 'needs-you') {
    const reason = item?.lastProblem?.message ?? ''
    return reason === '' ? texts.needsYouPlain : texts.needsYouNote(reason)
  }
  if (status === 'waiting') return texts.waitingNote
  if (status === 'done') {
    const at = Date.parse(step.doneAt ?? '')
    return Number.isNaN(at) ? undefined : texts.doneAt(formatRecentTime(at, language))
  }
  if (status === 'locked') return undefined
  if (status === 'no-room') return texts.noRoomNote
  if (step.page === 'selectdorm') return texts.onlineNote
  if (step.skippable) return texts.optional
  return PAYMENT_STEP_PAGES.some((page) => page === step.page) ? texts.paymentNote : undefined
}
