import { type KeptOptions, keptQuery } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import type { Output } from '#contract/call'
import { fees } from '#contract/fees'

const student = () => currentSession()?.subject ?? ''

/** The single fees of the campus flow; asked for with the ID number, which no phone keeps. */
export const itemsQuery = (idCard: string): KeptOptions<Output<typeof fees.items>> => ({
  ...keptQuery({ name: 'fee-items', entry: fees.items, input: { idCard }, maxAge: 0 }),
  staleTime: 0,
})

/** How this year's fees were paid. */
export const chargesQuery = (): KeptOptions<Output<typeof fees.charges>> => ({
  ...keptQuery({ name: 'charges', entry: fees.charges, input: { student: student() }, maxAge: 0 }),
  staleTime: 0,
})
