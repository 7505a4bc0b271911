import { fees, type Overview } from '#contract/fees'
import { PAID_AT_ONCE } from '#contract/greenchannel'
import { type KeptOptions, keptQuery } from './kept.ts'
import { currentSession } from './session.ts'

const student = () => currentSession()?.subject ?? ''

/** What is due, paid and owed. Readable offline for a week (D-105), asked anew at every visit. */
export const overviewQuery = (): KeptOptions<Overview> => ({
  ...keptQuery({ name: 'fees', entry: fees.overview, input: { student: student() }, maxAge: 7 }),
  staleTime: 0,
})

/** What a registered-household deferral is about, in fen: tuition and lodging less what is paid at once (GRN-45). */
export const deferrable = ({ items, dorm }: Pick<Overview, 'items' | 'dorm'>): number =>
  items.reduce((sum, { name, fee }) => (name.includes('学费') ? sum + fee : sum), 0) + (dorm?.price ?? 0) - PAID_AT_ONCE
