import type { Journey } from '../support/journeys-on.ts'
import type { Trip } from '../support/trip.ts'
import { fourForms } from './four-forms.ts'
import { timetable } from './timetable.ts'
import { tunnel } from './tunnel.ts'
import { unbinding } from './unbinding.ts'
import { update } from './update.ts'

/** What is done on each journey. */
export const journeys: Readonly<Record<Journey, (trip: Trip) => Promise<void>>> = {
  tunnel,
  'four forms': fourForms,
  timetable,
  unbinding,
  update,
}
