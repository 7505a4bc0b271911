import type { DormResident, Roster } from '#contract/checkin'
import { findResident } from '../roster/residents.ts'
import { useScans } from '../scans/scans.ts'

/**
 * What this phone knows about the key of a student's room. 'waiting': recorded on this phone, but not
 * yet sent. `order`: the scan of the student that waits on this phone.
 */
export type GivenKey =
  | { readonly type: 'given'; readonly at?: string | undefined; readonly by?: string | undefined }
  | { readonly type: 'waiting' }
  | { readonly type: 'not-given'; readonly order?: number }

/** Finds what this phone knows about the key of a student. */
export type FindGivenKey = (student: Pick<DormResident, 'student' | 'keyAt' | 'keyBy'>) => GivenKey

/** How the phone finds handed over keys; undefined if the campus does not record keys here. */
export function useGivenKeys(roster: Roster | undefined): FindGivenKey | undefined {
  const { waiting, needsYou, delivered } = useScans()
  if (roster?.recordsKeys !== true) return undefined
  const isOf =
    (student: string) =>
    ({ scanned }: { scanned: string }) =>
      findResident(roster, scanned)?.student === student
  return ({ student, keyAt, keyBy }) => {
    if (keyAt !== undefined) return { type: 'given', at: keyAt, by: keyBy }
    const hasKey = ({ key }: { key?: unknown }) => key !== undefined
    if (delivered.filter(hasKey).some(isOf(student))) return { type: 'given' }
    const here = [...waiting, ...needsYou].filter(isOf(student))
    if (here.some(hasKey)) return { type: 'waiting' }
    const order = here.at(0)?.order
    return { type: 'not-given', ...(order !== undefined && { order }) }
  }
}
