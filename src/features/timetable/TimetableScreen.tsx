import { CalendarDays } from 'lucide'
import { useState } from 'react'
import { useAge } from '#app/lib/age.ts'
import { serverNow } from '#app/lib/clock.ts'
import { useKept } from '#app/lib/kept.ts'
import { useTexts } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonTexts } from '#i18n/common'
import { timetableTexts } from '#i18n/timetable'
import { Export } from './Export.tsx'
import { isEmpty } from './layout.ts'
import { weekNow } from './lessons.ts'
import { timetableQuery } from './queries.ts'
import { Weeks, WeekSelect } from './Weeks.tsx'

/** The weekly timetable: one week at a time, the current one first (TTB-01). */
export function TimetableScreen() {
  const person = useSession()?.person
  const number = person?.role === 'student' ? person.number : ''
  return number === '' ? <WithoutNumber /> : <Timetable number={number} />
}

function Timetable({ number }: { number: string }) {
  const texts = useTexts(timetableTexts)
  const common = useTexts(commonTexts)
  const kept = useKept(timetableQuery(number))
  const age = useAge(kept, texts.title)
  const [chosen, choose] = useState<number>()
  const timetable = kept.data
  const now = timetable === undefined ? 1 : weekNow(timetable, serverNow())
  const week = Math.min(chosen ?? now, timetable?.weeks ?? 1)
  const filled =
    timetable !== undefined &&
    timetable.weeks > 0 &&
    !(timetable.everyWeek === true && isEmpty(timetable))
  return (
    <Page
      tabs
      wide
      title={filled ? texts.week(week) : texts.title}
      action={
        filled && <WeekSelect week={week} weeks={timetable.weeks} now={now} onChoose={choose} />
      }
      banner={age && <AgeBanner {...age} />}
    >
      {timetable === undefined && kept.state === 'failed' && (
        <Problem
          title={texts.problem}
          text={kept.why === 'never-read' ? texts.neverText : kept.problem}
          why={kept.why}
          retryLabel={texts.retry}
          onRetry={kept.retry}
        />
      )}
      {timetable === undefined && kept.state !== 'failed' && (
        <Skeleton rows={9} label={common.loading} />
      )}
      {timetable !== undefined && !filled && (
        <Empty
          icon={<Icon of={CalendarDays} />}
          title={texts.empty}
          text={texts.emptyText}
          action={<HomeLink />}
        />
      )}
      {filled && (
        <Weeks number={number} timetable={timetable} week={week} now={now} onChoose={choose} />
      )}
      {filled && <Export number={number} />}
    </Page>
  )
}

function WithoutNumber() {
  const texts = useTexts(timetableTexts)
  return (
    <Page tabs title={texts.title}>
      <Empty
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
