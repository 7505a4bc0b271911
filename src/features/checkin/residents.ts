import type { Resident, Roster } from '#contract/checkin'
import { looksLikePass, readPass } from '#contract/checkin-pass'
import { canCheckPasses } from '#contract/checkin-pass-check'
import { idMark } from '#contract/id-mark'

interface Index {
  readonly byPass: ReadonlyMap<string, Resident>
  readonly byNumber: ReadonlyMap<string, Resident>
}

const indexes = new WeakMap<Roster, Index>()

/** Whose text this is by the roster: a pass, good or bad, or a student's code or number. */
export function residentOf(roster: Roster | undefined, scanned: string): Resident | undefined {
  if (roster === undefined) return undefined
  const { byPass, byNumber } = indexOf(roster)
  if (!looksLikePass(scanned)) return byNumber.get(scanned) ?? byNumber.get(scanned.toUpperCase())
  const id = readPass(scanned)?.credential.id
  return id === undefined ? undefined : byPass.get(id)
}

/**
 * Whose ID number this is, by the marks of the roster; nobody's where two could be meant, or where
 * there is no cryptography.
 */
export async function residentByIdCard(
  roster: Roster | undefined,
  number: string,
): Promise<Resident | undefined> {
  if (roster === undefined || !canCheckPasses()) return undefined
  const marked = await Promise.all(
    roster.residents.map(async (one) => (await idMark(number, one.pass)) === one.idMark),
  )
  const found = roster.residents.filter((_one, at) => marked[at])
  return found.length === 1 ? found[0] : undefined
}

function indexOf(roster: Roster): Index {
  const known = indexes.get(roster)
  if (known !== undefined) return known
  const { residents } = roster
  const index = {
    byPass: new Map(residents.map((one) => [one.pass, one])),
    // A code counts before anybody's number.
    byNumber: new Map([
      ...residents.map((one) => [one.number, one] as const),
      ...residents.map((one) => [one.student, one] as const),
    ]),
  }
  indexes.set(roster, index)
  return index
}
