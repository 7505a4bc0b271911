import { keptQuery, startKept } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { catalogueOf, living } from '#contract/living'

const student = () => currentSession()?.subject ?? ''

/** The student's department and dormitory. */
export const residentQuery = () =>
  keptQuery({ name: 'resident', entry: living.resident, input: { student: student() }, maxAge: 7 })

/** The packages of a catalogue. */
export const packagesQuery = (catalogue: string) =>
  keptQuery({
    name: 'packages',
    parts: [catalogue],
    entry: living.packages,
    input: { catalogue },
    maxAge: 30,
  })

/** The reservation as the university has it, or none. */
export const reservationQuery = () =>
  keptQuery({ name: 'reservation', entry: living.find, input: { student: student() }, maxAge: 30 })

/** Read what the form needs before it is opened, so that it can be filled in without a network. */
export function warmLiving(): void {
  const person = currentSession()?.person
  startKept({ ...packagesQuery(catalogueOf(person?.department ?? '')), staleTime: 86_400_000 })
  startKept(residentQuery())
  startKept(reservationQuery())
}
