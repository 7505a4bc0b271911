import { serverYear } from '#app/lib/moments.ts'
import { auditYears } from '#contract/audit-years'

/** What an address of the review says beside its path; what is usual is left out. */
export interface Search {
  readonly year?: number | undefined
  readonly status?: number | undefined
  /** Whose application stands beside the table at a desk. */
  readonly open?: string | undefined
}

/**
 * The search of an address. What makes no sense is said to be nothing, else the router would hand
 * it on.
 */
export const readSearch = ({ year, status, open }: Record<string, unknown>): Search => ({
  year: isYear(year) ? year : undefined,
  status: isStatus(status) ? status : undefined,
  open: typeof open === 'string' || typeof open === 'number' ? String(open) : undefined,
})

/** The year that is looked at: this one, unless the address says another (D-77). */
export const yearOf = ({ year }: Pick<Search, 'year'>): string => String(year ?? serverYear())

/** The status that is looked at, '' for all (D-77). */
export const statusOf = ({ status }: Pick<Search, 'status'>): string =>
  status === undefined ? '' : String(status)

/** Year and status as the search of an address; what is usual is left out. */
export const searchOf = ({ year, status }: { year: string; status: string }): Search => ({
  ...(Number(year) !== serverYear() && { year: Number(year) }),
  ...(status !== '' && { status: Number(status) }),
})

const isYear = (year: unknown): year is number =>
  typeof year === 'number' && auditYears(serverYear()).includes(String(year))
const isStatus = (status: unknown): status is number => status === 0 || status === 1 || status === 2
