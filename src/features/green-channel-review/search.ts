import { serverYear } from '#app/lib/format/china-time.ts'

/** The search parameters of a review address; default values are omitted. */
export interface ReviewSearch {
  readonly year?: number | undefined
  readonly status?: number | undefined
  /** Sorts the oldest first. */
  readonly oldest?: true | undefined
  /** A number or the beginning of a name. */
  readonly find?: string | undefined
  /** The student whose application is open next to the table on a wide screen. */
  readonly open?: string | undefined
}

/**
 * Parses the search parameters of an address. An invalid value becomes undefined explicitly,
 * because the router would otherwise keep it.
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

/** The selected year; the current one by default (D-77). */
export const selectedReviewYear = ({ year }: Pick<ReviewSearch, 'year'>): string =>
  String(year ?? serverYear())

/** The selected status, '' for all (D-77). */
export const selectedReviewStatus = ({ status }: Pick<ReviewSearch, 'status'>): string =>
  status === undefined ? '' : String(status)

/** The complete filter and order of a list. */
export const toApplicationFilter = (search: ReviewSearch) => ({
  year: selectedReviewYear(search),
  status: selectedReviewStatus(search),
  oldest: search.oldest === true,
  find: search.find ?? '',
})

/** Converts a filter to search parameters; default values are omitted. */
export const toReviewSearch = ({
  year,
  status,
  oldest,
  find,
}: ReturnType<typeof toApplicationFilter>): ReviewSearch => ({
  ...(Number(year) !== serverYear() && { year: Number(year) }),
  ...(status !== '' && { status: Number(status) }),
  ...(oldest && { oldest }),
  ...(find !== '' && { find }),
})

// The campus's rule says which of these years the filter offers.
const isYear = (year: unknown): year is number =>
  typeof year === 'number' && Number.isInteger(year) && year >= 2000 && year <= 2100
const isStatus = (status: unknown): status is number => status === 0 || status === 1 || status === 2
// The router parses a search parameter that consists of digits as a number.
const textOf = (said: unknown): string | undefined =>
  (typeof said === 'string' && said !== '') || typeof said === 'number' ? String(said) : undefined
