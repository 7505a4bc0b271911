import { keptQuery } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { living } from '#contract/living'

const student = () => currentSession()?.subject ?? ''

/** The student's department and dormitory. */
export const residentQuery = () =>
  keptQuery({ name: 'resident', entry: living.resident, input: { student: student() }, maxAge: 7 })

/** The packages of a catalogue. */
export const packagesQuery = (catalogue: string) =>
  keptQuery({ name: 'packages', parts: [catalogue], entry: living.packages, input: { catalogue }, maxAge: 30 })

/** The reservation as the university has it, or none. */
export const reservationQuery = () =>
  keptQuery({ name: 'reservation', entry: living.find, input: { student: student() }, maxAge: 30 })
