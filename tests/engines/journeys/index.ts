import type { JourneyName } from '../support/journeys-on.ts'
import type { JourneyRun } from '../support/trip.ts'
import { fillFourFormsOffline } from './four-forms.ts'
import { readTimetableOffline } from './timetable.ts'
import { fillFormOffline } from './tunnel.ts'
import { unbindOffline } from './unbinding.ts'
import { updateWhileFormWaits } from './update.ts'

/** What is done on each journey. */
export const journeys: Readonly<Record<JourneyName, (trip: JourneyRun) => Promise<void>>> = {
  tunnel: fillFormOffline,
  'four forms': fillFourFormsOffline,
  timetable: readTimetableOffline,
  unbinding: unbindOffline,
  update: updateWhileFormWaits,
}
