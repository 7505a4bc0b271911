import { keptQuery, startKept } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { uniform } from '#contract/uniform'

/** What the student has chosen, as the university has it. */
export const uniformQuery = () =>
  keptQuery({
    name: 'uniform',
    entry: uniform.find,
    input: { student: currentSession()?.subject ?? '' },
    maxAge: 30,
  })

/** The garments with their sizes. */
export const garmentsQuery = () =>
  keptQuery({ name: 'garments', entry: uniform.garments, input: {}, maxAge: 30 })

/** The colours on offer. */
export const coloursQuery = () =>
  keptQuery({ name: 'colours', entry: uniform.colours, input: {}, maxAge: 30 })

/** Read what the form needs before it is opened, so that it can be filled in without a network. */
export function warmUniform(): void {
  const daily = { staleTime: 86_400_000 }
  startKept({ ...garmentsQuery(), ...daily })
  startKept({ ...coloursQuery(), ...daily })
  startKept(uniformQuery())
}
