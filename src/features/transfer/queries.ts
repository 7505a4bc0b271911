import { type KeptOptions, keptQuery } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { whilePending } from '#app/lib/while-pending.ts'
import type { Output } from '#contract/call'
import { transfer } from '#contract/transfer'
import { PENDING } from './status.ts'

const student = () => currentSession()?.subject ?? ''

/** One's own applications; asked anew each time (D-93). */
export const applicationsQuery = (): KeptOptions<Output<typeof transfer.list>> => ({
  ...keptQuery({
    name: 'transfers',
    entry: transfer.list,
    input: { student: student(), role: '', id: '' },
    maxAge: 0,
  }),
  refetchInterval: whilePending(({ applications }) =>
    applications.some(({ status }) => status === PENDING),
  ),
})

/** Where one may go: the departments, and the majors of one of them ('' for none yet). */
export const choicesQuery = (department: string) =>
  keptQuery({
    name: 'transfer-choices',
    parts: [department],
    entry: transfer.choices,
    input: { student: student(), department },
    maxAge: 0,
  })
