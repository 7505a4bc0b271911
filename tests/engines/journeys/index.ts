import type { TestJourneyRun } from '../support/journey-run.ts'
import { fillFourFormsOffline } from './four-forms.ts'
import { fillFormOffline } from './offline-form.ts'
import { readTimetableOffline } from './timetable.ts'
import type { TestJourneyName } from './titles.ts'
import { unbindOffline } from './unbinding.ts'
import { updateWhileFormWaits } from './update.ts'

/** The function that runs each test journey. */
export const testJourneys: Readonly<
  Record<TestJourneyName, (trip: TestJourneyRun) => Promise<void>>
> = {
  tunnel: fillFormOffline,
  'four forms': fillFourFormsOffline,
  timetable: readTimetableOffline,
  unbinding: unbindOffline,
  update: updateWhileFormWaits,
}
