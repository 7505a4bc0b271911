import * as v from 'valibot'
import type { CallOutput } from '#contract/call'
import { notices } from '#contract/notices'
import { getCallerIds } from '../session/session.ts'
import { ReadError, fetchFromServer } from './cached-query.ts'
import { deleteCachedDetails, findUnlistedDetails } from './unlisted-copies.ts'

/** The largest page size that the backend accepts. */
const MOST = 100

type Page = CallOutput<typeof notices.list>['page']

const Held = v.object({ notice: v.object({ publishedAt: v.string() }) })

/**
 * Deletes the notices that a fresh first page of the list no longer contains from this phone. A
 * phone that has notices older than that page also fetches further pages; other phones do not
 * (NOT-02).
 */
export function deleteWithdrawnNotices({ page }: { page: Page }, askedAt: number): void {
  void dropUnnamed(page, askedAt).catch(() => {})
}

async function dropUnnamed(page: Page, askedAt: number): Promise<void> {
  let unnamed = await findUnlistedDetails('notice', { listed: idsOf(page), askedAt })
  let listed = page
  for (let at = 1; ; at += 1) {
    const named = idsOf(listed)
    const reaches = reachOf(listed)
    unnamed = unnamed.filter(({ id }) => !named.has(id))
    await deleteCachedDetails(unnamed.filter(({ value }) => reaches(value)))
    unnamed = unnamed.filter(({ value }) => !reaches(value))
    if (unnamed.length === 0) return
    const next = await longer(at === 1 ? { notices: [], total: listed.total } : listed, at)
    if (next === undefined) return
    listed = next
  }
}

const idsOf = ({ notices: listed }: Page): ReadonlySet<string> =>
  new Set(listed.map(({ id }) => id))

async function longer(listed: Page, at: number): Promise<Page | undefined> {
  try {
    const input = { ...getCallerIds(), page: at, size: MOST }
    const { page } = (await fetchFromServer(notices.list, input)).value
    if (page.notices.length === 0) return undefined
    return { notices: [...listed.notices, ...page.notices], total: page.total }
  } catch (error) {
    // Without a response nothing is known about these notices, so they stay until the next list.
    if (error instanceof ReadError) return undefined
    throw error
  }
}

/**
 * Returns a function that says whether a list would have contained a notice. A list contains all
 * notices, or all notices that are newer than its last one. A pinned notice does not show which
 * other notices the list contains, and an unsorted list shows nothing about any notice.
 */
function reachOf({ notices: listed, total }: Page): (value: unknown) => boolean {
  if (listed.length >= total) return () => true
  const times = listed.flatMap(({ publishedAt, pinned }) => (pinned === true ? [] : [publishedAt]))
  const last = times.at(-1)
  const isInOrder = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? time))
  if (last === undefined || !isInOrder) return () => false
  return (value) => {
    const read = v.safeParse(Held, value)
    return read.success && read.output.notice.publishedAt > last
  }
}
