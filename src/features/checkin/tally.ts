import type { Resident, Roster } from '#contract/checkin'
import { nameKey } from '#contract/names'
import { residentOf } from './residents.ts'
import type { Seen } from './verdict.ts'

/** Where a student of the roster stands, as far as this phone knows. */
export type Standing = 'out' | 'waiting' | 'in'

/** The students of a roster by where they stand; 'waiting' is on this phone only. */
export interface Tally {
  readonly standingOf: (resident: Resident) => Standing
  readonly all: number
  /** At the university or on this phone. */
  readonly inside: number
  readonly waiting: number
}

/** Count a roster together with this phone's own confirmations. */
export function tallyOf(
  roster: Roster,
  { waiting, delivered }: { waiting: readonly Seen[]; delivered: readonly Seen[] },
): Tally {
  const codes = (scans: readonly Seen[]) =>
    new Set(scans.map(({ scanned }) => residentOf(roster, scanned)?.student))
  const [here, there] = [codes(waiting), codes(delivered)]
  const standingOf = ({ student, arrived }: Resident): Standing =>
    arrived || there.has(student) ? 'in' : here.has(student) ? 'waiting' : 'out'
  const standings = roster.residents.map(standingOf)
  return {
    standingOf,
    all: standings.length,
    inside: standings.filter((standing) => standing !== 'out').length,
    waiting: standings.filter((standing) => standing === 'waiting').length,
  }
}

/** One floor of a building, who has not arrived first, then by room and bed. */
export interface Floor {
  readonly building: string
  /** '' where the rooms have no numbers of the usual kind. */
  readonly floor: string
  readonly residents: readonly Resident[]
  readonly out: number
}

/** A roster by building and floor. */
export function floorsOf({ residents }: Roster, { standingOf }: Tally): Floor[] {
  const byFloor = new Map<string, Resident[]>()
  for (const one of residents) {
    const floor = JSON.stringify([one.building, floorOf(one.room)])
    const them = byFloor.get(floor) ?? []
    them.push(one)
    byFloor.set(floor, them)
  }
  return [...byFloor.values()]
    .map((them): Floor => {
      const isOut = (one: Resident) => standingOf(one) === 'out'
      const [first] = them
      return {
        building: first?.building ?? '',
        floor: floorOf(first?.room ?? ''),
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

/** Who fits what was typed: a part of the name, of its reading or initials, of number or room. */
export function findResidents({ residents }: Roster, typed: string, most: number): Resident[] {
  const wanted = nameKey(typed)
  if (wanted === '') return []
  const fits = ({ name, number, room, pinyin = '' }: Resident) => {
    const syllables = pinyin.split(' ')
    const initials = syllables.map((syllable) => syllable.charAt(0)).join('')
    return (
      nameKey(name).includes(wanted) ||
      number.toLowerCase().includes(wanted) ||
      room.toLowerCase() === wanted ||
      syllables.some((_syllable, at) => syllables.slice(at).join('').startsWith(wanted)) ||
      initials.startsWith(wanted)
    )
  }
  return residents.filter(fits).slice(0, most)
}

const numbers = new Intl.Collator('zh', { numeric: true })
// 412 is on the fourth floor, 1203 on the twelfth.
const floorOf = (room: string): string => /(\d+)\d{2}$/.exec(room)?.[1] ?? ''
