/** The public API of the timetable feature; other features import nothing else from this folder. */
export { nextLesson, type NextLesson } from './lessons.ts'
export { prefetchTimetable, timetableQuery } from './queries.ts'
