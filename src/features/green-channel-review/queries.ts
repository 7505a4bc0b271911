import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchFromServer } from '#app/lib/cache/cached-query.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { type GreenChannelApplication, APPLICATION_PENDING } from '#contract/green-channel'
import { APPLICATIONS_PER_PAGE } from '#contract/green-channel-review'
import { type ApplicationKind, APPLICATION_KINDS } from './kinds.ts'

/** The filter of a list of applications. */
export interface ApplicationFilter {
  readonly year: string
  readonly status: string
  readonly oldest: boolean
  /** A number or the beginning of a name; '' for all. */
  readonly find: string
}

interface PagePosition {
  readonly page: number
  /** The cursor from the previous page's response. */
  readonly after?: string | undefined
}

// Online-only reads: removed from memory with the screen and never stored (AUD-18).
const LIVE = { gcTime: 0, staleTime: Infinity, refetchOnMount: 'always' } as const
const reviewer = () => currentSession()?.subject ?? 'nobody'

/** Reads the applications in pages of ten (AUD-12, AUD-13). */
export const applicationPagesQuery = (kind: ApplicationKind, filter: ApplicationFilter) =>
  infiniteQueryOptions({
    ...LIVE,
    queryKey: [reviewer(), 'audit', kind, JSON.stringify(filter)],
    initialPageParam: { page: 1 } as PagePosition,
    queryFn: async ({ pageParam }) =>
      (await fetchFromServer(APPLICATION_KINDS[kind].pages, inputOf(filter, pageParam))).value.page,
    getNextPageParam: (last, pages): PagePosition | undefined => {
      const read = pages.reduce((sum, { records }) => sum + records.length, 0)
      return last.records.length > 0 && read < last.total
        ? { page: pages.length + 1, after: last.next }
        : undefined
    },
  })

/**
 * Reads one application, with its version, when the application is opened. It is not fetched again
 * while the reviewer reads it.
 */
export const applicationDetailQuery = (
  kind: ApplicationKind,
  { student, year }: { student: string; year: string },
) =>
  queryOptions({
    ...LIVE,
    queryKey: [reviewer(), 'audit', kind, 'one', student, year],
    queryFn: async () => {
      const { value, etag } = await fetchFromServer(APPLICATION_KINDS[kind].one, { student, year })
      return { application: value.applications[0] ?? null, etag }
    },
  })

/**
 * Returns the pending application after this one in the order of the list, or else the first
 * pending application. Returns null if all are decided, and undefined without a response.
 */
export async function fetchNextPendingApplication(
  kind: ApplicationKind,
  { student, year, appliedAt }: GreenChannelApplication,
  { oldest }: Pick<ApplicationFilter, 'oldest'>,
): Promise<GreenChannelApplication | null | undefined> {
  const pending = { year, status: APPLICATION_PENDING, oldest, find: '' }
  const outcome = await callApi(APPLICATION_KINDS[kind].pages, inputOf(pending, { page: 1 }))
  if (outcome.type !== 'ok') return undefined
  const others = outcome.data.page.records.filter((one) => one.student !== student)
  const isBehind = (one: GreenChannelApplication) =>
    oldest ? one.appliedAt >= appliedAt : one.appliedAt <= appliedAt
  return others.find(isBehind) ?? others[0] ?? null
}

const inputOf = (
  { year, status, oldest, find }: ApplicationFilter,
  { page, after }: PagePosition,
) => ({
  page,
  size: APPLICATIONS_PER_PAGE,
  status,
  year,
  after,
  oldest: oldest ? true : undefined,
  find: find === '' ? undefined : find,
})
