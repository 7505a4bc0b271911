import { keptQuery } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { uniform } from '#contract/uniform'

/** What the student has chosen, as the university has it. */
export const uniformQuery = () =>
  keptQuery({ name: 'uniform', entry: uniform.find, input: { student: currentSession()?.subject ?? '' }, maxAge: 30 })

/** The garments with their sizes. */
export const garmentsQuery = () => keptQuery({ name: 'garments', entry: uniform.garments, input: {}, maxAge: 30 })

/** The colours on offer. */
export const coloursQuery = () => keptQuery({ name: 'colours', entry: uniform.colours, input: {}, maxAge: 30 })
