import { type CachedQueryOptions, cachedQuery } from '#app/lib/cache/cached-query.ts'
import { refetchWhilePending } from '#app/lib/cache/refetch-while-pending.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { CallOutput } from '#contract/call'
import { majorTransfer } from '#contract/major-transfer'
import { PENDING_TRANSFER_STATUS } from './status.ts'

const student = () => currentSession()?.subject ?? ''

/** Reads the student's own applications. They are read at each visit (D-93). */
export const transferApplicationsQuery = (): CachedQueryOptions<
  CallOutput<typeof majorTransfer.list>
> => ({
  ...cachedQuery({
    name: 'transfers',
    entry: majorTransfer.list,
    input: { student: student(), role: '', id: '' },
    maxAge: 0,
  }),
  refetchInterval: refetchWhilePending(({ applications }) =>
    applications.some(({ status }) => status === PENDING_TRANSFER_STATUS),
  ),
})

/**
 * Reads the departments to which the student can transfer, and the majors of `department`; '' if no
 * department is chosen yet.
 */
export const transferChoicesQuery = (department: string) =>
  cachedQuery({
    name: 'transfer-choices',
    parts: [department],
    entry: majorTransfer.choices,
    input: { student: student(), department },
    maxAge: 0,
  })
