/** The public API of the home feature; other features import nothing else from this folder. */
export { loadTodayCard } from './today/TodaySection.tsx'
export { appsQuery } from './queries.ts'
