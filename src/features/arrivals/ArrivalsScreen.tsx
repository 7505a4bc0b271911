import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ExportButtons, OfficePage, useMe } from '#app/features/office/face.ts'
import { useTexts } from '#app/lib/language.ts'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { arrivals, type StudentFilter } from '#contract/arrivals'
import { exports } from '#contract/exports'
import { partsFor } from '#contract/permissions'
import { arrivalTexts } from '#i18n/arrivals'
import { exportTexts } from '#i18n/exports'
import { officeTexts } from '#i18n/office'
import { Devices } from './Devices.tsx'
import { Figures } from './Figures.tsx'
import { StudentFilters } from './StudentFilters.tsx'
import { Students } from './Students.tsx'
import { Tallies } from './Tallies.tsx'
import { useOverview } from './useOverview.ts'
import { Wall } from './Wall.tsx'

const EVERYBODY: StudentFilter = { cohort: 'new', department: '', building: '' }

/** The arrival day as it goes on; below `wall` in figures only, for everybody to see. */
export const ArrivalsScreen = ({ rest }: { rest: string }) =>
  rest === 'wall' ? <Wall filter={EVERYBODY} /> : <Day />

function Day() {
  const texts = useTexts(arrivalTexts)
  const named = useTexts(exportTexts)
  const office = useTexts(officeTexts)
  const roles = useMe().data?.me.roles ?? []
  const [filter, setFilter] = useState(EVERYBODY)
  const { data, age, state, problem, why, retry } = useOverview(filter)
  const seesDevices = roles.some((role) => partsFor(arrivals.devices.who).includes(role))
  return (
    <OfficePage
      title={texts.title}
      actions={
        <Link to="/manage/$" params={{ _splat: 'arrivals/wall' }}>
          {texts.wall}
        </Link>
      }
    >
      <StudentFilters filter={filter} onChange={setFilter} />
      {data !== undefined ? (
        <>
          <Figures all={data.overview.all} age={age} />
          <Tallies overview={data.overview} />
        </>
      ) : state === 'failed' ? (
        <Problem
          title={texts.title}
          text={problem ?? ''}
          why={why}
          retryLabel={office.retry}
          onRetry={retry}
        />
      ) : (
        <Skeleton rows={6} label={texts.loading} />
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
      <Students filter={filter} figures={data?.overview} />
      {seesDevices && <Devices />}
    </OfficePage>
  )
}
