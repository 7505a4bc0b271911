import type { JourneyRun } from '../support/journey-run.ts'
import { fillFourFormsOffline } from './four-forms.ts'
import { fillFormOffline } from './offline-form.ts'
import { readTimetableOffline } from './timetable.ts'
import type { JourneyName } from './titles.ts'
import { unbindOffline } from './unbinding.ts'
import { updateWhileFormWaits } from './update.ts'

/** The function that runs each test journey. */
export const journeys: Readonly<Record<JourneyName, (trip: JourneyRun) => Promise<void>>> = {
  tunnel: fillFormOffline,
  'four forms': fillFourFormsOffline,
  timetable: readTimetableOffline,
  unbinding: unbindOffline,
  update: updateWhileFormWaits,
}
