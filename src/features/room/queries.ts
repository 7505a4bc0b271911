import { dorm } from '#contract/dorm'
import { keptQuery } from './kept.ts'
import { currentSession } from './session.ts'

/** The assigned room of the student, or none: for the room's pages, home, and the check before the pass. */
export const roomQuery = (student = currentSession()?.subject ?? '') =>
  keptQuery({ name: 'room', entry: dorm.assigned, input: { student }, maxAge: 7 })
