/** The journeys that run in every engine, with their titles. */
export const JOURNEY_TITLES = {
  tunnel: 'a form submitted offline survives the closed browser and arrives once',
  'four forms': 'four forms submitted offline arrive once when the app is opened again',
  timetable: 'a timetable loaded once is readable without a network, every week of it',
  unbinding: 'unbinding leaves nothing of the bound student',
  update: 'a new version is activated on request and loses no waiting item',
} as const
export type JourneyName = keyof typeof JOURNEY_TITLES

export const JOURNEY_NAMES = ['tunnel', 'four forms', 'timetable', 'unbinding', 'update'] as const
