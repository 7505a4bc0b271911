import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#app/lib/call.ts'
import { ReadProblem } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { PAGE_SIZE } from '#contract/audit'
import type { Call } from '#contract/call'
import { type Application, PENDING } from '#contract/greenchannel'
import { type Kind, KINDS } from './kinds.ts'

/** Which applications are looked at. */
export interface Filter {
  readonly year: string
  readonly status: string
}

interface At {
  readonly page: number
  /** Where the page before ended. */
  readonly after?: string | undefined
}

// Live reads: gone from memory with the screen, and never on the phone (AUD-18).
const LIVE = { gcTime: 0, staleTime: Infinity, refetchOnMount: 'always' } as const
const reviewer = () => currentSession()?.subject ?? 'nobody'

/** The applications, ten by ten (AUD-12, AUD-13). */
export const pagesQuery = (kind: Kind, filter: Filter) =>
  infiniteQueryOptions({
    ...LIVE,
    queryKey: [reviewer(), 'audit', kind, filter.year, filter.status],
    initialPageParam: { page: 1 } as At,
    queryFn: async ({ pageParam }) =>
      (await read(KINDS[kind].pages, inputOf(filter, pageParam))).data.page,
    getNextPageParam: (last, pages): At | undefined => {
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
export const oneQuery = (kind: Kind, { student, year }: { student: string; year: string }) =>
  queryOptions({
    ...LIVE,
    queryKey: [reviewer(), 'audit', kind, 'one', student, year],
    queryFn: async () => {
      const { data, etag } = await read(KINDS[kind].one, { student, year })
      return { application: data.applications[0] ?? null, etag }
    },
  })

/** Did nobody answer? */
export const isSilence = (error: Error | null): boolean =>
  error instanceof ReadProblem && error.outcome.type === 'unreachable'

/**
 * The application under review that comes after this one, else the newest; null when all are
 * decided, nothing when nobody says.
 */
export async function nextPending(
  kind: Kind,
  { student, year, appliedAt }: Application,
): Promise<Application | null | undefined> {
  const outcome = await call(KINDS[kind].pages, inputOf({ year, status: PENDING }, { page: 1 }))
  if (outcome.type !== 'ok') return undefined
  const others = outcome.data.page.records.filter((one) => one.student !== student)
  return others.find((one) => one.appliedAt <= appliedAt) ?? others[0] ?? null
}

const inputOf = ({ year, status }: Filter, { page, after }: At) => ({
  page,
  size: PAGE_SIZE,
  status,
  year,
  after,
})

async function read<I, O>(
  entry: Call<I, O>,
  input: I,
): Promise<{ readonly data: O; readonly etag: string | undefined }> {
  const outcome = await call(entry, input)
  if (outcome.type !== 'ok') throw new ReadProblem(outcome)
  return { data: outcome.data, etag: outcome.etag }
}
