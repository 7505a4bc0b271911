import { useState } from 'react'
import { ChartFigure } from '#app/features/charts/public.ts'
import {
  DateField,
  ExportButtons,
  FilterBar,
  OfficePage,
  Table,
  OfficeLink,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { arrivalPlanning, type PlannedGroup } from '#contract/arrival-planning'
import type { ArrivalFilter } from '#contract/arrivals'
import type { CallOutput } from '#contract/call'
import { exports } from '#contract/exports'
import { isDay } from '#contract/fields'
import { normalizeNumberText } from '#contract/normalize'
import { arrivalPlanningTexts } from '#i18n/arrival-planning'
import { exportTexts } from '#i18n/exports'
import { officeTexts } from '#i18n/office'
import { AnnouncedList } from './AnnouncedList.tsx'
import { ChangedTrips } from './ChangedTrips.tsx'
import { countBuses } from './count-buses.ts'
import { useModeName } from './useModeName.ts'

const ALL_NEW_STUDENTS: ArrivalFilter = { cohort: 'new', department: '', building: '' }
const USUAL_SEATS = '45'

/**
 * The planning of arrivals by the travel forms: people by day, hour, means of travel and place of
 * departure, the buses that they need, the list for drivers and stations, and what has changed.
 */
export function ArrivalPlanScreen() {
  const texts = useTexts(arrivalPlanningTexts)
  const named = useTexts(exportTexts)
  const office = useTexts(officeTexts)
  const [day, setDay] = useState(chinaToday)
  // A day that is being typed does not change the page.
  const [shownDay, setShownDay] = useState(day)
  const [seats, setSeats] = useState(USUAL_SEATS)
  const choose = (typed: string) => {
    setDay(typed)
    if (isDay(typed)) setShownDay(typed)
  }
  const read = useOnlineQuery({
    name: 'arrival-plan',
    entry: arrivalPlanning.plan,
    input: { ...ALL_NEW_STUDENTS, day: shownDay },
  })
  const seatCount = Number(normalizeNumberText(seats))
  const isWrong = !Number.isInteger(seatCount) || seatCount < 1 || seatCount > MOST_SEATS
  return (
    <OfficePage title={texts.title} actions={<OfficeLink to="arrivals">{texts.back}</OfficeLink>}>
      <MutedText>{texts.about}</MutedText>
      <FilterBar label={office.filters}>
        <DateField label={texts.day} value={day} onChange={choose} />
        <TextField
          label={texts.seats}
          inputMode="numeric"
          maxLength={3}
          value={seats}
          error={isWrong ? texts.seatsWrong : undefined}
          onType={setSeats}
        />
      </FilterBar>
      {read.data === undefined ? (
        <QueryFallback kept={read} failed={texts.title} />
      ) : (
        <>
          <Days days={read.data.days} onChoose={choose} />
          <PlannedDay groups={read.data.groups} seats={isWrong ? Number(USUAL_SEATS) : seatCount} />
        </>
      )}
      <ExportButtons
        named
        what={named.arrivalPlan}
        entry={exports.arrivalPlan}
        inputFor={(format) => ({ ...ALL_NEW_STUDENTS, format })}
      />
      <AnnouncedList key={shownDay} day={shownDay} filter={ALL_NEW_STUDENTS} />
      <ChangedTrips filter={ALL_NEW_STUDENTS} />
    </OfficePage>
  )
}

const MOST_SEATS = 200

function Days({
  days,
  onChoose,
}: {
  days: CallOutput<typeof arrivalPlanning.plan>['days']
  onChoose: (day: string) => void
}) {
  const texts = useTexts(arrivalPlanningTexts)
  return (
    <Table
      caption={texts.days}
      columns={[
        {
          title: texts.day,
          cell: ({ day }) => (
            <TextButton label={texts.chooseDay(day)} onClick={() => onChoose(day)}>
              {day}
            </TextButton>
          ),
        },
        { title: texts.students, cell: (row) => row.students, isNumeric: true },
        { title: texts.companions, cell: (row) => row.companions, isNumeric: true },
        {
          title: texts.people,
          cell: ({ students, companions }) => students + companions,
          isNumeric: true,
        },
      ]}
      rows={days}
      rowKey={({ day }) => day}
    />
  )
}

function PlannedDay({ groups, seats }: { groups: readonly PlannedGroup[]; seats: number }) {
  const texts = useTexts(arrivalPlanningTexts)
  const modeName = useModeName()
  const named = useTranslateName()
  if (groups.length === 0) return <p>{texts.nobody}</p>
  const hours = countBuses(groups, seats)
  const people = sumPeople(groups, ({ hour }) => hour)
  const cities = sumPeople(groups, ({ city }) => city).sort((a, b) => b.people - a.people)
  return (
    <>
      <ChartFigure
        title={texts.byHour}
        shape="columns"
        category={texts.hour}
        part={texts.people}
        rows={people.map(({ key, people: part }) => ({ key, label: `${key}:00`, part }))}
      />
      <p>
        {texts.busesInAll(
          hours.reduce((sum, { buses }) => sum + buses, 0),
          seats,
        )}
      </p>
      <Table
        caption={texts.busTable}
        columns={[
          { title: texts.hour, cell: ({ hour }) => `${hour}:00` },
          { title: texts.mode, cell: ({ mode }) => modeName(mode) },
          { title: texts.stop, cell: ({ stop }) => modeName(stop) },
          { title: texts.students, cell: (row) => row.students, isNumeric: true },
          { title: texts.companions, cell: (row) => row.companions, isNumeric: true },
          {
            title: texts.people,
            cell: ({ students, companions }) => students + companions,
            isNumeric: true,
          },
          { title: texts.buses, cell: ({ buses }) => buses, isNumeric: true },
          { title: texts.arrived, cell: ({ arrived }) => arrived, isNumeric: true },
        ]}
        rows={hours}
        rowKey={({ hour, mode }) => `${hour} ${mode}`}
      />
      <Table
        caption={texts.cities}
        columns={[
          { title: texts.city, cell: ({ key }) => key.split(',').map(named).join(' ') },
          { title: texts.people, cell: (row) => row.people, isNumeric: true },
        ]}
        rows={cities}
        rowKey={({ key }) => key}
      />
    </>
  )
}

function sumPeople(groups: readonly PlannedGroup[], keyOf: (group: PlannedGroup) => string) {
  const sums = new Map<string, number>()
  for (const group of groups) {
    const key = keyOf(group)
    sums.set(key, (sums.get(key) ?? 0) + group.students + group.companions)
  }
  return [...sums].map(([key, people]) => ({ key, people }))
}
