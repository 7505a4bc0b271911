import type { FamilyMember } from './family-household.ts'

/**
 * The members with the ID numbers that the campus has of them, since the phone keeps none (D-40,
 * D-105). The same member is known again by the campus's own id, else by name and relation. Where
 * the campus gives no ids, a corrected name or relation is known by its place in the list; but of
 * whom nothing is the same, that is somebody new.
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

// One has one father and one mother, but any number of others.
const isOne = ({ relation }: FamilyMember) => relation === '1' || relation === '2'
