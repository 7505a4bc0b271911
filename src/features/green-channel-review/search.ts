import { serverYear } from '#app/lib/format/china-time.ts'
import { auditYears } from '#contract/review-years'

/** What an address of the review says beside its path; what is usual is left out. */
export interface ReviewSearch {
  readonly year?: number | undefined
  readonly status?: number | undefined
  /** The oldest stand first. */
  readonly oldest?: true | undefined
  /** A number, or the beginning of a name. */
  readonly find?: string | undefined
  /** Whose application stands beside the table at a desk. */
  readonly open?: string | undefined
}

/**
 * The search of an address. What makes no sense is said to be nothing, else the router would hand
 * it on.
 */
export const parseReviewSearch = ({
  year,
  status,
  oldest,
  find,
  open,
}: Record<string, unknown>): ReviewSearch => ({
  year: isYear(year) ? year : undefined,
  status: isStatus(status) ? status : undefined,
  oldest: oldest === true ? true : undefined,
  find: textOf(find),
  open: textOf(open),
})

/** The year that is looked at: this one, unless the address says another (D-77). */
export const yearOf = ({ year }: Pick<ReviewSearch, 'year'>): string => String(year ?? serverYear())

/** The status that is looked at, '' for all (D-77). */
export const statusOf = ({ status }: Pick<ReviewSearch, 'status'>): string =>
  status === undefined ? '' : String(status)

/** All that a list is narrowed and ordered by. */
export const toFilter = (search: ReviewSearch) => ({
  year: yearOf(search),
  status: statusOf(search),
  oldest: search.oldest === true,
  find: search.find ?? '',
})

/** A filter as the search of an address; what is usual is left out. */
export const toSearch = ({
  year,
  status,
  oldest,
  find,
}: ReturnType<typeof toFilter>): ReviewSearch => ({
  ...(Number(year) !== serverYear() && { year: Number(year) }),
  ...(status !== '' && { status: Number(status) }),
  ...(oldest && { oldest }),
  ...(find !== '' && { find }),
})

const isYear = (year: unknown): year is number =>
  typeof year === 'number' && auditYears(serverYear()).includes(String(year))
const isStatus = (status: unknown): status is number => status === 0 || status === 1 || status === 2
// A number in an address is read as one.
const textOf = (said: unknown): string | undefined =>
  (typeof said === 'string' && said !== '') || typeof said === 'number' ? String(said) : undefined
