import { type ReactNode, useMemo, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import type { DormResident, Roster } from '#contract/checkin'
import { scannerTexts } from '#i18n/checkin-scanner'
import type { FindGivenKey, GivenKey } from '../keys/given-key.ts'
import { HandKey, useDescribeKey } from '../keys/HandKey.tsx'
import { summarizeResident } from './residents.ts'
import { RevokeArrival } from './RevokeArrival.tsx'
import {
  searchResidents,
  type Floor,
  groupByFloor,
  type ArrivalStatus,
  type RosterCounts,
} from './roster-counts.ts'
import styles from '../checkin.module.css'

const SHOWN = 50
const TONES = { out: 'mute', waiting: 'wait', in: 'done' } as const

/**
 * All residents of the supervisor's buildings, also offline. The list can be searched by name,
 * pinyin, number or room. Without a search it is grouped by floor, with missing students first.
 */
export function RosterList({
  roster,
  tally,
  isStation = false,
  findKey,
  onRemoved,
}: {
  roster: Roster
  tally: RosterCounts
  /** Whether it is the roster of a station instead of the dormitory. */
  isStation?: boolean
  /** Absent where no keys are recorded. */
  findKey?: FindGivenKey | undefined
  onRemoved: () => void
}) {
  const texts = useTexts(scannerTexts)
  const [typed, type] = useState('')
  const floors = useMemo(() => groupByFloor(roster, tally), [roster, tally])
  const found = searchResidents(roster, typed, SHOWN)
  const row = (resident: DormResident) => (
    <ResidentRow
      key={resident.student}
      resident={resident}
      standing={tally.statusOf(resident)}
      isStation={isStation}
      givenKey={tally.statusOf(resident) === 'out' ? undefined : findKey?.(resident)}
      onRemoved={onRemoved}
    />
  )
  return (
    <>
      <Card flush>
        <TextField type="search" label={texts.search} value={typed} onType={type} />
        {typed.trim() !== '' && found.length === 0 && <Row label={texts.nobodyFound} />}
        {found.map(row)}
      </Card>
      {typed.trim() === '' &&
        floors.map((floor) => (
          <FloorPart key={`${floor.building} ${floor.floor}`} floor={floor} row={row} />
        ))}
    </>
  )
}

// One floor of a building. A building has hundreds of rows, so only the open floor is rendered.
function FloorPart({
  floor: { building, floor, residents, out },
  row,
}: {
  floor: Floor
  row: (resident: DormResident) => ReactNode
}) {
  const texts = useTexts(scannerTexts)
  const named = useTranslateName()
  const [isOpen, open] = useState(false)
  return (
    <details className={styles['floor']} onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        <span>{building === '' ? texts.noBed : texts.floor(named(building), floor)}</span>
        <span>{texts.notArrived(out, residents.length)}</span>
      </summary>
      {isOpen && <Card flush>{residents.map(row)}</Card>}
    </details>
  )
}

function ResidentRow({
  resident,
  standing,
  isStation,
  givenKey,
  onRemoved,
}: {
  resident: DormResident
  standing: ArrivalStatus
  isStation: boolean
  givenKey: GivenKey | undefined
  onRemoved: () => void
}) {
  const texts = useTexts(scannerTexts)
  const describeKey = useDescribeKey()
  const {
    student,
    name,
    number,
    room,
    bed,
    className = '',
    arrival,
    confirmedBy,
    barred,
  } = resident
  const said = [
    room,
    bed !== '' && texts.bed(bed),
    className,
    number,
    confirmedBy !== undefined && texts.confirmedBy(confirmedBy),
    describeKey(givenKey),
  ]
  return (
    <Row
      label={name}
      description={said.filter(Boolean).join(' · ')}
      trailing={
        <>
          {barred === undefined ? (
            <Pill tone={TONES[standing]}>{texts.standing[standing]}</Pill>
          ) : (
            <Pill tone="need">{texts.barred[barred]}</Pill>
          )}
          <HandKey student={student} shown={summarizeResident(resident)} givenKey={givenKey} />
          {arrival !== undefined && (
            <RevokeArrival id={arrival} name={name} isStation={isStation} onRemoved={onRemoved} />
          )}
        </>
      }
    />
  )
}
