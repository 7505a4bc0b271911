import { type ReactNode, useMemo, useState } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import type { Resident, Roster } from '#contract/checkin'
import { scannerTexts } from '#i18n/checkin-scanner'
import { TakeBack } from './TakeBack.tsx'
import { findResidents, type Floor, floorsOf, type Standing, type Tally } from './tally.ts'
import styles from './checkin.module.css'

const SHOWN = 50
const TONES = { out: 'mute', waiting: 'wait', in: 'done' } as const

/**
 * Everybody of the supervisor's houses, without a network too: found by name, reading, number or
 * room, or floor by floor, who has not arrived first.
 */
export function RosterList({
  roster,
  tally,
  onRemoved,
}: {
  roster: Roster
  tally: Tally
  onRemoved: () => void
}) {
  const texts = useTexts(scannerTexts)
  const [typed, type] = useState('')
  const floors = useMemo(() => floorsOf(roster, tally), [roster, tally])
  const found = findResidents(roster, typed, SHOWN)
  const row = (resident: Resident) => (
    <ResidentRow
      key={resident.student}
      resident={resident}
      standing={tally.standingOf(resident)}
      onRemoved={onRemoved}
    />
  )
  return (
    <>
      <Card flush>
        <TextField
          type="search"
          label={texts.search}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
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

// A house has hundreds of rows, and a phone draws those of the floor that is open.
function FloorPart({
  floor: { building, floor, residents, out },
  row,
}: {
  floor: Floor
  row: (resident: Resident) => ReactNode
}) {
  const texts = useTexts(scannerTexts)
  const named = useNamed()
  const [isOpen, open] = useState(false)
  return (
    <details className={styles['floor']} onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        <span>{texts.floor(named(building), floor)}</span>
        <span>{texts.notArrived(out, residents.length)}</span>
      </summary>
      {isOpen && <Card flush>{residents.map(row)}</Card>}
    </details>
  )
}

function ResidentRow({
  resident: { name, number, room, bed, className = '', arrival, confirmedBy, barred },
  standing,
  onRemoved,
}: {
  resident: Resident
  standing: Standing
  onRemoved: () => void
}) {
  const texts = useTexts(scannerTexts)
  const said = [
    room,
    bed !== '' && texts.bed(bed),
    className,
    number,
    confirmedBy !== undefined && texts.confirmedBy(confirmedBy),
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
          {arrival !== undefined && <TakeBack id={arrival} name={name} onRemoved={onRemoved} />}
        </>
      }
    />
  )
}
