/** The journeys that run in every engine, with their titles. */
export const JOURNEY_TITLES = {
  tunnel: 'a form of a tunnel survives the closed browser and arrives once',
  'four forms': 'four forms of a tunnel arrive once when the app is opened again',
  timetable: 'a timetable read once is read without a network, every week of it',
  unbinding: 'after an unbinding nothing is left of who was bound',
  update: 'a new version is taken when it is asked for and loses nothing that waits',
} as const
export type JourneyName = keyof typeof JOURNEY_TITLES

export const JOURNEY_NAMES = ['tunnel', 'four forms', 'timetable', 'unbinding', 'update'] as const
