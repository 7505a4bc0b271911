import { Link } from '@tanstack/react-router'
import {
  needsRoom,
  type PlacedStep,
  stepAddress,
  stepsQuery,
  useFlow,
} from '#app/features/onboarding/face.ts'
import { roomQuery } from '#app/features/room/face.ts'
import { keptSoon } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { useNamed } from '#app/ui/named.ts'
import { part } from '#app/ui/part.tsx'
import { commonWords } from '#words/common'
import { homeWords } from '#words/home'
import { todayWords } from '#words/today'
import styles from './Today.module.css'

const RoomCard = part(async () => (await import('./RoomCard.tsx')).RoomCard)
const RoomlessCard = part(async () => (await import('./RoomlessCard.tsx')).RoomlessCard)

/** Have the steps at hand, and the room of who has done them all. */
export async function readySteps(): Promise<void> {
  const query = stepsQuery()
  await keptSoon(query)
  const steps = queryClient.getQueryData(query.queryKey)?.value.steps ?? []
  if (steps.length > 0 && steps.every(({ done }) => done))
    await Promise.all([RoomCard.load(), keptSoon(roomQuery())])
}

/**
 * A new student's next step, with how far they are and what still waits on the phone; their room
 * when all is done.
 */
export function StepCard({ stunum, reportOpen }: { stunum: string; reportOpen: boolean }) {
  const words = useWords(todayWords)
  const home = useWords(homeWords)
  const common = useWords(commonWords)
  const { placed, state } = useFlow()
  if (!reportOpen)
    return (
      <section className={styles['today']}>
        <h2 className={styles['headline']}>{home.notOpenYet}</h2>
      </section>
    )
  if (placed === undefined || placed.length === 0) {
    return (
      <Link to="/welcome/$stunum" params={{ stunum }} className={styles['today']}>
        <span className={styles['headline']} data-then={words.showSteps}>
          {words.showSteps}
        </span>
        <span className={styles['small']}>
          {state === 'loading' ? common.loading : words.stepsUnknown}
        </span>
      </Link>
    )
  }
  const card = <Progress placed={placed} stunum={stunum} />
  if (placed.every(({ status }) => status === 'done')) return <RoomCard otherwise={card} />
  const next = placed.find(({ status }) => status === 'next')
  return next && needsRoom(next.step) ? <RoomlessCard otherwise={card} stunum={stunum} /> : card
}

/**
 * How far a new student is, and what comes next: a step, or the room that the university has still
 * to give.
 */
export function Progress({ placed, stunum }: { placed: readonly PlacedStep[]; stunum: string }) {
  const words = useWords(todayWords)
  const named = useNamed()
  const count = (status: string) => placed.filter((one) => one.status === status).length
  const [done, waiting, needing] = [count('done'), count('waiting'), count('needs-you')]
  const next = placed.find((one) => one.status === 'next')
  const roomless = placed.find((one) => one.status === 'no-room')
  const summary =
    words.steps(done) +
    (waiting > 0 ? words.stepsWaiting(waiting) : '') +
    (needing > 0 ? words.stepsNeedYou(needing) : '')
  const all = placed.length
  const headline =
    (next && named(next.step.title)) ??
    (roomless ? words.noRoom : waiting + needing > 0 ? words.allSaved : words.allDone)
  return (
    <Link
      to={next === undefined ? `/welcome/${stunum}` : stepAddress(next.step, stunum)}
      className={styles['today']}
    >
      {next !== undefined && (
        <span className={styles['small']}>{words.nextStep(next.number, all)}</span>
      )}
      <span
        className={styles['headline']}
        data-then={next === undefined ? words.showSteps : words.goOn}
      >
        {headline}
      </span>
      <span className={styles['bar']} aria-hidden>
        <i style={{ width: `${(done / all) * 100}%` }} />
        <i className={styles['held']} style={{ width: `${(waiting / all) * 100}%` }} />
      </span>
      <span className={styles['small']}>
        {next === undefined && roomless
          ? `${summary} · ${words.noRoomText(named(roomless.step.title))}`
          : summary}
      </span>
    </Link>
  )
}
