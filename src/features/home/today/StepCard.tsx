import { roomQuery } from '#app/features/assigned-room/public.ts'
import {
  findBlockingStep,
  needsRoom,
  type NumberedStep,
  addressOfStep,
  stepsQuery,
  useOnboardingSteps,
} from '#app/features/onboarding/public.ts'
import { loadCachedQuery } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { commonTexts } from '#i18n/common'
import { homeTexts } from '#i18n/home'
import { homeTodayTexts } from '#i18n/home-today'
import { TodayLine, TodayLink } from './TodayLink.tsx'
import styles from './Today.module.css'

const RoomCard = lazyComponent(async () => (await import('./RoomCard.tsx')).RoomCard)
const AwaitingRoomCard = lazyComponent(
  async () => (await import('./AwaitingRoomCard.tsx')).AwaitingRoomCard,
)

/** Loads the steps and, for a student who has completed all steps, the room. */
export async function prepareStepCard(): Promise<void> {
  const query = stepsQuery()
  await loadCachedQuery(query)
  const steps = queryClient.getQueryData(query.queryKey)?.value.steps ?? []
  if (steps.length > 0 && steps.every(({ done }) => done))
    await Promise.all([RoomCard.load(), loadCachedQuery(roomQuery())])
}

/**
 * A new student's next step, with the progress and the unsent forms. When all steps are done it
 * shows the room.
 */
export function StepCard({ stunum, reportOpen }: { stunum: string; reportOpen: boolean }) {
  const texts = useTexts(homeTodayTexts)
  const home = useTexts(homeTexts)
  const common = useTexts(commonTexts)
  const { numberedSteps, state } = useOnboardingSteps()
  if (!reportOpen)
    return (
      <section className={styles['today']}>
        <h2 className={styles['headline']}>{home.notOpenYet}</h2>
      </section>
    )
  if (numberedSteps === undefined || numberedSteps.length === 0) {
    return (
      <TodayLink
        to="/welcome/$stunum"
        params={{ stunum }}
        headline={texts.showSteps}
        action={texts.showSteps}
      >
        <TodayLine>{state === 'loading' ? common.loading : texts.stepsUnknown}</TodayLine>
      </TodayLink>
    )
  }
  const card = <StepProgressSection numberedSteps={numberedSteps} stunum={stunum} />
  if (numberedSteps.every(({ status }) => status === 'done')) return <RoomCard fallback={card} />
  const next = numberedSteps.find(({ status }) => status === 'next')
  return next && needsRoom(next.step) ? <AwaitingRoomCard fallback={card} stunum={stunum} /> : card
}

/**
 * A new student's progress, and what comes next: a step, a step that blocks the others, or the room
 * that the university has not assigned yet.
 */
export function StepProgressSection({
  numberedSteps,
  stunum,
}: {
  numberedSteps: readonly NumberedStep[]
  stunum: string
}) {
  const texts = useTexts(homeTodayTexts)
  const count = (status: string) => numberedSteps.filter((one) => one.status === status).length
  const [done, waiting, needing] = [count('done'), count('waiting'), count('needs-you')]
  const next = numberedSteps.find((one) => one.status === 'next')
  const { headline, note, to, action } = useHeadline(numberedSteps, stunum)
  const summary =
    texts.steps(done) +
    (waiting > 0 ? texts.stepsWaiting(waiting) : '') +
    (needing > 0 ? texts.stepsNeedYou(needing) : '')
  const all = numberedSteps.length
  return (
    <TodayLink
      to={to}
      above={next && texts.nextStep(next.number, all)}
      headline={headline}
      action={action}
    >
      <span className={styles['bar']} aria-hidden>
        <i style={{ width: `${(done / all) * 100}%` }} />
        <i className={styles['held']} style={{ width: `${(waiting / all) * 100}%` }} />
      </span>
      <TodayLine>{note === undefined ? summary : `${summary} · ${note}`}</TodayLine>
    </TodayLink>
  )
}

// Returns the first case that applies: a step to do, a step that blocks others, or the missing
// room.
function useHeadline(numberedSteps: readonly NumberedStep[], stunum: string): Headline {
  const texts = useTexts(homeTodayTexts)
  const named = useTranslateName()
  const next = numberedSteps.find(({ status }) => status === 'next')
  if (next !== undefined)
    return {
      headline: named(next.step.title),
      to: addressOfStep(next.step, stunum),
      action: texts.goOn,
    }
  const refused = numberedSteps.find(({ status }) => status === 'needs-you')
  if (refused !== undefined)
    return {
      headline: texts.stepNeedsYou(named(refused.step.title)),
      to: addressOfStep(refused.step, stunum),
      action: texts.goOn,
    }
  const locked = numberedSteps.find(({ status }) => status === 'locked')
  const blocking = locked && findBlockingStep(numberedSteps, locked)
  if (blocking !== undefined)
    return {
      headline: texts.stepWaiting(named(blocking.step.title)),
      note: texts.opensAfter(named(locked?.step.title ?? '')),
      to: '/outbox',
      action: texts.showUnsent,
    }
  const list = { to: `/welcome/${stunum}`, action: texts.showSteps }
  const stepWithoutRoom = numberedSteps.find(({ status }) => status === 'no-room')
  if (stepWithoutRoom !== undefined)
    return {
      headline: texts.noRoom,
      note: texts.noRoomText(named(stepWithoutRoom.step.title)),
      ...list,
    }
  const isSent = numberedSteps.every(({ status }) => status === 'done')
  return { headline: isSent ? texts.allDone : texts.allSaved, ...list }
}

interface Headline {
  readonly headline: string
  readonly note?: string
  readonly to: string
  /** The text that tells screen reader users what a tap does. */
  readonly action: string
}
