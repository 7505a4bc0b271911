import type { FamilyMember } from './family-household.ts'

/**
 * Fills in the ID numbers from the campus's record, since the phone stores none (D-40, D-105).
 *
 * A family member is matched with the record of the campus's id, or else with the record of the
 * same name and relation. If the campus gives no ids, a member whose name or relation was corrected
 * is matched with the record at the same position in the list, provided that at least one field is
 * the same. A member without a match is a new person.
 */
export function restoreIdNumbers(
  members: readonly FamilyMember[],
  known: readonly FamilyMember[],
): FamilyMember[] {
  const left = new Set(known)
  const found = new Map<FamilyMember, FamilyMember>()
  const match = (isSame: (mine: FamilyMember, theirs: FamilyMember) => boolean) => {
    for (const mine of members) {
      if (found.has(mine)) continue
      const theirs = [...left].find((one) => isSame(mine, one))
      if (theirs === undefined) continue
      left.delete(theirs)
      found.set(mine, theirs)
    }
  }
  match((mine, theirs) => mine.memberId !== undefined && mine.memberId === theirs.memberId)
  match((mine, theirs) => mine.name === theirs.name && mine.relation === theirs.relation)
  if (known.every(({ memberId }) => memberId === undefined))
    match(
      (mine, theirs) => members.indexOf(mine) === known.indexOf(theirs) && isAlike(mine, theirs),
    )
  return members.map((mine) =>
    mine.idNumber === '' ? { ...mine, idNumber: found.get(mine)?.idNumber ?? '' } : mine,
  )
}

const isAlike = (mine: FamilyMember, theirs: FamilyMember) =>
  mine.name === theirs.name ||
  mine.phone === theirs.phone ||
  (mine.relation === theirs.relation && isOne(mine))

// A student has one father and one mother, but any number of other relatives.
const isOne = ({ relation }: FamilyMember) => relation === '1' || relation === '2'
