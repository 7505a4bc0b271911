/** What other parts of the app may use of timetable; nothing else of this folder is theirs. */
export { nextLesson, type NextLesson } from './lessons.ts'
export { prefetchTimetable, timetableQuery } from './queries.ts'
