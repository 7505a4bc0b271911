import { serverYear } from '#app/lib/dates.ts'
import { auditYears } from '#contract/audit'

/** What an address of the review says beside its path; what is usual is left out. */
export interface Search {
  readonly year?: number
  readonly status?: number
  /** Whose application stands beside the table at a desk. */
  readonly open?: string
}

/** The search of an address, without what makes no sense. */
export function readSearch({ year, status, open }: Record<string, unknown>): Search {
  return {
    ...(isYear(year) && { year }),
    ...(isStatus(status) && { status }),
    ...((typeof open === 'string' || typeof open === 'number') && { open: String(open) }),
  }
}

/** The year that is looked at: this one, unless the address says another (D-77). */
export const yearOf = ({ year }: Pick<Search, 'year'>): string => String(year ?? serverYear())

/** The status that is looked at, '' for all (D-77). */
export const statusOf = ({ status }: Pick<Search, 'status'>): string => (status === undefined ? '' : String(status))

/** The same for an address. */
export const searchOf = ({ year, status }: { year: string; status: string }): Search => ({
  ...(Number(year) !== serverYear() && { year: Number(year) }),
  ...(status !== '' && { status: Number(status) }),
})

const isYear = (year: unknown): year is number => typeof year === 'number' && auditYears(serverYear()).includes(String(year))
const isStatus = (status: unknown): status is number => status === 0 || status === 1 || status === 2
