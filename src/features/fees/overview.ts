import { type KeptOptions, keptQuery, keptSoon, useKept } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { fees, type Overview } from '#contract/fees'
import { PAID_AT_ONCE } from '#contract/greenchannel'

const student = () => currentSession()?.subject ?? ''

// Asked anew at every visit: the route's look and the screen's are one, but a copy from before this page is none.
const VISIT_MS = 500
const began = Date.now()

/** What is due, paid and owed. Readable offline for a week (D-105). */
export const overviewQuery = (): KeptOptions<Overview> => ({
  ...keptQuery({ name: 'fees', entry: fees.overview, input: { student: student() }, maxAge: 7 }),
  staleTime: ({ state }) => (state.dataUpdatedAt > began ? VISIT_MS : 0),
})

/** The own overview, read while its screen's file is on its way. */
export const startOverview = (): Promise<void> => keptSoon(overviewQuery())

/** What a registered-household deferral is about, in fen: tuition and lodging less what is paid at once (GRN-45). */
export const deferrable = ({ items, dorm }: Pick<Overview, 'items' | 'dorm'>): number =>
  items.reduce((sum, { name, fee }) => (name.includes('学费') ? sum + fee : sum), 0) +
  (dorm?.price ?? 0) -
  PAID_AT_ONCE

/** The same as the fees say now; read while `wanted`. */
export function useDeferrable(wanted: boolean): {
  readonly amount: number | undefined
  readonly isReading: boolean
} {
  const { data, state } = useKept({ ...overviewQuery(), enabled: wanted })
  return { amount: data && deferrable(data), isReading: state === 'loading' }
}
