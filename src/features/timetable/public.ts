/** The public API of the timetable feature; other features import nothing else from this folder. */
export { findNextExam } from './exams.ts'
export { findNextLesson } from './lessons.ts'
export { prefetchTimetable, timetableQuery } from './queries.ts'
