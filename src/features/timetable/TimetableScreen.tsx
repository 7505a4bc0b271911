import { CalendarDays } from 'lucide'
import { useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { useSession } from '#app/lib/session/session.ts'
import { ButtonLink, Button } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { timetableTexts } from '#i18n/timetable'
import { ExamSection } from './ExamSection.tsx'
import { isTimetableEmpty } from './layout.ts'
import { teachingWeekAt } from './lessons.ts'
import { timetableQuery } from './queries.ts'
import { WeekPager, WeekSelect } from './WeekPager.tsx'

/** The weekly timetable: one week at a time, the current one first (TTB-01). */
export function TimetableScreen() {
  const person = useSession()?.person
  const number = person?.role === 'student' ? person.number : ''
  return number === '' ? <WithoutNumber /> : <Timetable number={number} />
}

function Timetable({ number }: { number: string }) {
  const texts = useTexts(timetableTexts)
  const kept = useCachedQuery(timetableQuery(number))
  const age = useStaleDataNotice(kept, texts.title)
  const [chosen, choose] = useState<number>()
  const timetable = kept.data
  const now = timetable === undefined ? 1 : teachingWeekAt(timetable, serverNow())
  const week = Math.min(chosen ?? now, timetable?.weeks ?? 1)
  const filled =
    timetable !== undefined &&
    timetable.weeks > 0 &&
    !(timetable.everyWeek === true && isTimetableEmpty(timetable))
  return (
    <Page
      tabs
      wide
      title={filled ? texts.week(week) : texts.title}
      action={
        filled && <WeekSelect week={week} weeks={timetable.weeks} now={now} onChoose={choose} />
      }
      banner={age && <StaleDataBanner {...age} />}
    >
      {timetable === undefined && kept.state === 'failed' && (
        <ErrorState
          title={texts.problem}
          text={kept.why === 'never-read' ? texts.neverText : kept.problem}
          why={kept.why}
          onRetry={kept.retry}
        />
      )}
      {timetable === undefined && kept.state !== 'failed' && <Skeleton rows={9} />}
      {timetable !== undefined && !filled && (
        <EmptyState
          icon={<Icon of={CalendarDays} />}
          title={texts.empty}
          text={texts.emptyText}
          action={<HomeLink />}
        />
      )}
      {filled && (
        <WeekPager number={number} timetable={timetable} week={week} now={now} onChoose={choose} />
      )}
      {timetable?.exams !== undefined && timetable.exams.length > 0 && (
        <ExamSection timetable={timetable} />
      )}
      {filled && <CalendarExport number={number} />}
    </Page>
  )
}

function WithoutNumber() {
  const texts = useTexts(timetableTexts)
  return (
    <Page tabs title={texts.title}>
      <EmptyState
        icon={<Icon of={CalendarDays} />}
        title={texts.empty}
        text={texts.newStudent}
        action={<HomeLink />}
      />
    </Page>
  )
}

function HomeLink() {
  return (
    <ButtonLink tone="second" to="/">
      {useTexts(timetableTexts).home}
    </ButtonLink>
  )
}

const CalendarExportSheet = lazyComponent(
  async () => (await import('./CalendarExportSheet.tsx')).CalendarExportSheet,
)

/** Exports the timetable to the phone's own calendar. */
function CalendarExport({ number }: { number: string }) {
  const texts = useTexts(timetableTexts)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button tone="second" onClick={() => setOpen(true)}>
        {texts.export}
      </Button>
      <CalendarExportSheet open={open} number={number} onClose={() => setOpen(false)} />
    </>
  )
}
