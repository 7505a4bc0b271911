import { useState } from 'react'
import {
  ExportButtons,
  OfficePage,
  useOfficeUser,
  OfficeLink,
} from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { ARRIVAL_PLANNER_ROLES } from '#contract/arrival-planning'
import { arrivals, type ArrivalFilter, NO_BED_FILTER } from '#contract/arrivals'
import { exports } from '#contract/exports'
import { callerRolesFor } from '#contract/permissions'
import { arrivalPlanningTexts } from '#i18n/arrival-planning'
import { arrivalTexts } from '#i18n/arrivals'
import { exportTexts } from '#i18n/exports'
import { ArrivalCounts } from './ArrivalCounts.tsx'
import { ArrivalStudents } from './ArrivalStudents.tsx'
import { ArrivalTotals } from './ArrivalTotals.tsx'
import { ArrivalWall } from './ArrivalWall.tsx'
import { ScanningDevices } from './ScanningDevices.tsx'
import { StudentFilters } from './StudentFilters.tsx'
import { useArrivalOverview } from './useArrivalOverview.ts'

const ALL_NEW_STUDENTS: ArrivalFilter = { cohort: 'new', department: '', building: '' }

const WITHOUT_BED: ArrivalFilter = { ...ALL_NEW_STUDENTS, building: NO_BED_FILTER }

/**
 * The arrival day, live. The address `wall` shows numbers only, for a public screen; `without-bed`
 * begins with the students who have no bed.
 */
export const ArrivalsScreen = ({ rest }: { rest: string }) =>
  rest === 'wall' ? (
    <ArrivalWall filter={ALL_NEW_STUDENTS} />
  ) : (
    <ArrivalDay key={rest} begin={rest === 'without-bed' ? WITHOUT_BED : ALL_NEW_STUDENTS} />
  )

function ArrivalDay({ begin }: { begin: ArrivalFilter }) {
  const texts = useTexts(arrivalTexts)
  const named = useTexts(exportTexts)
  const planning = useTexts(arrivalPlanningTexts)
  const roles = useOfficeUser().data?.me.roles ?? []
  const [filter, setFilter] = useState(begin)
  const { data, age, state, problem, why, retry } = useArrivalOverview(filter)
  const plans = roles.some((role) => ARRIVAL_PLANNER_ROLES.includes(role))
  const seesDevices = roles.some((role) => callerRolesFor(arrivals.devices.who).includes(role))
  return (
    <OfficePage
      title={texts.title}
      actions={
        <>
          {plans && <OfficeLink to="arrivals/plan">{planning.title}</OfficeLink>}
          <OfficeLink to="arrivals/wall">{texts.wall}</OfficeLink>
        </>
      }
    >
      <StudentFilters filter={filter} onChange={setFilter} />
      {data !== undefined ? (
        <>
          <ArrivalTotals all={data.overview.all} age={age} />
          <ArrivalCounts overview={data.overview} />
        </>
      ) : state === 'failed' ? (
        <ErrorState title={texts.title} text={problem ?? ''} why={why} onRetry={retry} />
      ) : (
        <Skeleton rows={6} />
      )}
      {(['arrivals', 'notArrived'] as const).map((name) => (
        <ExportButtons
          key={name}
          named
          what={named[name]}
          entry={exports[name]}
          inputFor={(format) => ({ ...filter, format })}
        />
      ))}
      <ArrivalStudents filter={filter} figures={data?.overview} />
      {seesDevices && <ScanningDevices />}
    </OfficePage>
  )
}
