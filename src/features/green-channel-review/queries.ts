import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchFromServer } from '#app/lib/cache/cached-query.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { type GreenChannelApplication, APPLICATION_PENDING } from '#contract/green-channel'
import { APPLICATIONS_PER_PAGE } from '#contract/green-channel-review'
import { type ApplicationKind, APPLICATION_KINDS } from './kinds.ts'

/** Which applications are looked at. */
export interface ApplicationFilter {
  readonly year: string
  readonly status: string
  readonly oldest: boolean
  /** A number, or the beginning of a name; '' for everybody. */
  readonly find: string
}

interface PagePosition {
  readonly page: number
  /** Where the page before ended. */
  readonly after?: string | undefined
}

// Live reads: gone from memory with the screen, and never on the phone (AUD-18).
const LIVE = { gcTime: 0, staleTime: Infinity, refetchOnMount: 'always' } as const
const reviewer = () => currentSession()?.subject ?? 'nobody'

/** The applications, ten by ten (AUD-12, AUD-13). */
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
 * One application with its version, as it was when it was opened: it does not change under the
 * reviewer's eyes.
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
 * The application under review that comes after this one in the order of the list, else its first;
 * null when all are decided, nothing when nobody says.
 */
export async function nextPending(
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
