import { floorOfRoom } from '#app/lib/format/floor-of-room.ts'
import type { DormResident, Roster } from '#contract/checkin'
import { toNameSearchKey } from '#contract/names'
import type { ScanSummary } from '../scanner/check-scan.ts'
import { findResident } from './residents.ts'

/**
 * The arrival status of a student, as far as this phone knows. 'waiting': confirmed on this phone,
 * but not yet sent.
 */
export type ArrivalStatus = 'out' | 'waiting' | 'in'

/** The counts of a roster and the status of each student. */
export interface RosterCounts {
  readonly statusOf: (resident: DormResident) => ArrivalStatus
  readonly all: number
  /** Confirmed at the university or on this phone. */
  readonly arrived: number
  readonly waiting: number
}

/** Counts a roster together with the confirmations that were made on this phone. */
export function countRoster(
  roster: Roster,
  { waiting, delivered }: { waiting: readonly ScanSummary[]; delivered: readonly ScanSummary[] },
): RosterCounts {
  const codes = (scans: readonly ScanSummary[]) =>
    new Set(scans.map(({ scanned }) => findResident(roster, scanned)?.student))
  const [here, there] = [codes(waiting), codes(delivered)]
  const standingOf = ({ student, arrived }: DormResident): ArrivalStatus =>
    arrived || there.has(student) ? 'in' : here.has(student) ? 'waiting' : 'out'
  const standings = roster.residents.map(standingOf)
  return {
    statusOf: standingOf,
    all: standings.length,
    arrived: standings.filter((standing) => standing !== 'out').length,
    waiting: standings.filter((standing) => standing === 'waiting').length,
  }
}

/** One floor of a building: missing students first, then by room and bed. */
export interface Floor {
  readonly building: string
  /** '' if the room numbers do not contain a floor. */
  readonly floor: string
  readonly residents: readonly DormResident[]
  readonly out: number
}

/** Groups a roster by building and floor. */
export function groupByFloor({ residents }: Roster, { statusOf }: RosterCounts): Floor[] {
  const byFloor = new Map<string, DormResident[]>()
  for (const one of residents) {
    const floor = JSON.stringify([one.building, floorOfRoom(one.room) ?? ''])
    const them = byFloor.get(floor) ?? []
    them.push(one)
    byFloor.set(floor, them)
  }
  return [...byFloor.values()]
    .map((them): Floor => {
      const isOut = (one: DormResident) => statusOf(one) === 'out'
      const [first] = them
      return {
        building: first?.building ?? '',
        floor: floorOfRoom(first?.room ?? '') ?? '',
        residents: [...them].sort(
          (one, other) =>
            Number(isOut(other)) - Number(isOut(one)) ||
            numbers.compare(one.room, other.room) ||
            numbers.compare(one.bed, other.bed),
        ),
        out: them.filter(isOut).length,
      }
    })
    .sort(
      (one, other) =>
        numbers.compare(one.building, other.building) || numbers.compare(one.floor, other.floor),
    )
}

/**
 * Returns the residents that match a search text: part of the name, its reading or initials, a
 * number or a room.
 */
export function searchResidents(
  { residents }: Roster,
  typed: string,
  most: number,
): DormResident[] {
  const wanted = toNameSearchKey(typed)
  if (wanted === '') return []
  const fits = ({ name, number, room, pinyin = '' }: DormResident) => {
    const syllables = pinyin.split(' ')
    const initials = syllables.map((syllable) => syllable.charAt(0)).join('')
    return (
      toNameSearchKey(name).includes(wanted) ||
      number.toLowerCase().includes(wanted) ||
      room.toLowerCase() === wanted ||
      syllables.some((_syllable, at) => syllables.slice(at).join('').startsWith(wanted)) ||
      initials.startsWith(wanted)
    )
  }
  return residents.filter(fits).slice(0, most)
}

const numbers = new Intl.Collator('zh', { numeric: true })
