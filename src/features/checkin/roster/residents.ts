import type { DormResident, Roster, WaitingScan } from '#contract/checkin'
import { isPassText, readPass } from '#contract/checkin-pass'

interface Index {
  readonly byPass: ReadonlyMap<string, DormResident>
  readonly byNumber: ReadonlyMap<string, DormResident>
}

const indexes = new WeakMap<Roster, Index>()

/**
 * Finds the resident whom a scanned text names. The text is a pass, valid or not, or a student's
 * code or number.
 */
export function findResident(
  roster: Roster | undefined,
  scanned: string,
): DormResident | undefined {
  if (roster === undefined) return undefined
  const { byPass, byNumber } = indexOf(roster)
  if (!isPassText(scanned)) return byNumber.get(scanned) ?? byNumber.get(scanned.toUpperCase())
  const id = readPass(scanned)?.credential.id
  return id === undefined ? undefined : byPass.get(id)
}

/** The details of a student that are stored with a scan. */
export const summarizeResident = ({
  name,
  number,
  building,
  room,
}: DormResident): WaitingScan['shown'] & {} => ({
  name,
  number,
  building,
  room,
})

function indexOf(roster: Roster): Index {
  const known = indexes.get(roster)
  if (known !== undefined) return known
  const { residents } = roster
  const index = {
    byPass: new Map(residents.map((one) => [one.pass, one])),
    // A student's code takes precedence over another student's number.
    byNumber: new Map([
      ...residents.map((one) => [one.number, one] as const),
      ...residents.map((one) => [one.student, one] as const),
    ]),
  }
  indexes.set(roster, index)
  return index
}
