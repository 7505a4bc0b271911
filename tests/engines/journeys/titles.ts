/** The test journeys that run in every engine, with their titles. */
export const TEST_JOURNEY_TITLES = {
  tunnel: 'a form submitted offline survives closing the browser and arrives once',
  'four forms': 'four forms submitted offline arrive once when the app is opened again',
  timetable: 'every week of a timetable that was loaded once is readable offline',
  unbinding: 'unbinding leaves no data of the student on the phone',
  update: 'a new version of the app is activated on request and keeps a waiting item',
} as const
export type TestJourneyName = keyof typeof TEST_JOURNEY_TITLES

export const TEST_JOURNEY_NAMES = [
  'tunnel',
  'four forms',
  'timetable',
  'unbinding',
  'update',
] as const
