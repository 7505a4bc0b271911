/** The current time; the demo and tests can shift it. */
export interface Clock {
  readonly now: () => Date
}

/** The system clock, shifted by `offsetSeconds`. */
export const createClock = (offsetSeconds: number): Clock => ({
  now: () => new Date(Date.now() + offsetSeconds * 1000),
})

// China has had one time zone without summer time since 1991, so a fixed offset is exact.
const toChinaIso = (date: Date) => new Date(date.getTime() + 8 * 3600 * 1000).toISOString()

/** The day in China, YYYY-MM-DD. */
export const toChinaDay = (date: Date): string => toChinaIso(date).slice(0, 10)

/** The minute in China, YYYY-MM-DD HH:mm. */
export const toChinaMinute = (date: Date): string => toChinaIso(date).slice(0, 16).replace('T', ' ')

/** The second in China, YYYY-MM-DD HH:mm:ss. */
export const toChinaSecond = (date: Date): string => toChinaIso(date).slice(0, 19).replace('T', ' ')

/** The moment of a minute in China, YYYY-MM-DD HH:mm. */
export const parseChinaMinute = (minute: string): Date =>
  new Date(`${minute.replace(' ', 'T')}:00+08:00`)

/** The year in China. */
export const toChinaYear = (date: Date): number => Number(toChinaIso(date).slice(0, 4))

/** Whole days from one day to another, both YYYY-MM-DD. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** A day, in seconds. */
export const DAY_SECONDS = 24 * 3600

/** The start of a day in China (YYYY-MM-DD), or of the day `days` later. */
export const startOfDay = (day: string, days = 0): Date =>
  addSeconds(new Date(`${day}T00:00:00+08:00`), days * DAY_SECONDS)

/** The time `seconds` later; earlier for a negative number. */
export const addSeconds = (date: Date, seconds: number): Date =>
  new Date(date.getTime() + seconds * 1000)
