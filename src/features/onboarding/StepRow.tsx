import { Link } from '@tanstack/react-router'
import BedDouble from 'lucide-react/icons/bed-double'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { agoOrDate } from '#app/lib/dates.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { join } from '#app/ui/join.ts'
import { useNamed } from '#app/ui/named.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { toast } from '#app/ui/toast.ts'
import { PAYMENT_STEPS } from '#contract/onboarding'
import { dormWords } from '#words/dorm'
import { onboardingWords } from '#words/onboarding'
import { stepAddress, type PlacedStep, type Standing } from './flow.ts'
import styles from './onboarding.module.css'

type Tone = 'wait' | 'done' | 'need' | 'mute' | 'brand'

const TONES: Readonly<Record<Standing, Tone>> = {
  done: 'done',
  waiting: 'wait',
  'needs-you': 'need',
  next: 'brand',
  open: 'mute',
  locked: 'mute',
  'no-room': 'mute',
}
const ICONS: Readonly<Record<Standing, ReactNode>> = {
  done: <Check aria-hidden />,
  waiting: <Clock aria-hidden />,
  'needs-you': <CircleAlert aria-hidden />,
  next: undefined,
  open: undefined,
  locked: <Lock aria-hidden />,
  'no-room': <BedDouble aria-hidden />,
}

/** One numbered step: a link where it may be entered, else a button that says what comes first. */
export function StepRow({
  placed,
  before,
  stunum,
}: {
  placed: PlacedStep
  before: PlacedStep | undefined
  stunum: string
}) {
  const words = useWords(onboardingWords)
  const dorm = useWords(dormWords)
  const { step, number, standing } = placed
  const named = useNamed()
  const note = useNote(placed)
  const labels: Readonly<Record<Standing, string>> = {
    done: words.done,
    waiting: words.waiting,
    'needs-you': words.needsYou,
    next: words.next,
    open: words.open,
    locked: words.locked,
    'no-room': words.noRoom,
  }
  const content = (
    <>
      <span
        className={join(
          styles['number'],
          styles[TONES[standing]],
          standing === 'next' && styles['next'],
        )}
      >
        {standing === 'done' ? <Check aria-hidden /> : number}
        {standing === 'done' && <span className={styles['hidden']}>{number}</span>}
      </span>
      <span className={styles['words']}>
        <span className={standing === 'next' ? styles['strong'] : undefined}>
          {named(step.title)}
        </span>
        {note !== undefined && (
          <span className={join(styles['note'], standing === 'needs-you' && styles['error'])}>
            {note}
          </span>
        )}
      </span>
      <Pill tone={TONES[standing]} icon={ICONS[standing]}>
        {labels[standing]}
      </Pill>
    </>
  )
  const refuse = () => {
    if (standing === 'no-room') return toast(dorm.waitForRoom)
    const title = named(before?.step.title ?? '')
    return toast(
      before?.standing === 'waiting' && isPayment(placed)
        ? words.refusedPayment(title)
        : words.refused(title),
    )
  }
  return (
    <li className={styles['item']}>
      {placed.enterable ? (
        <Link
          to={stepAddress(step, stunum)}
          className={styles['step']}
          aria-current={standing === 'next' ? 'step' : undefined}
        >
          {content}
        </Link>
      ) : (
        <button type="button" className={join(styles['step'], styles['locked'])} onClick={refuse}>
          {content}
        </button>
      )}
    </li>
  )
}

// The quiet line under the title: when it arrived, why it came back, what it needs.
function useNote({ step, standing, item }: PlacedStep): string | undefined {
  const words = useWords(onboardingWords)
  const language = useLanguage()
  if (item?.state === 'conflict') return words.conflictNote
  if (standing === 'needs-you') {
    const reason = item?.lastProblem?.message ?? ''
    return reason === '' ? words.needsYouPlain : words.needsYouNote(reason)
  }
  if (standing === 'waiting') return words.waitingNote
  if (standing === 'done') {
    const at = Date.parse(step.doneAt ?? '')
    return Number.isNaN(at) ? undefined : words.doneAt(agoOrDate(at, language))
  }
  if (standing === 'locked') return undefined
  if (standing === 'no-room') return words.noRoomNote
  if (step.page === 'selectdorm') return words.onlineNote
  if (step.skippable) return words.optional
  return PAYMENT_STEPS.some((page) => page === step.page) ? words.paymentNote : undefined
}

const isPayment = ({ step }: PlacedStep): boolean =>
  PAYMENT_STEPS.some((page) => page === step.page)
