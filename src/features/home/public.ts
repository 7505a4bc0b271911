/** What other parts of the app may use of home; nothing else of this folder is theirs. */
export { loadTodayCard } from './today/TodaySection.tsx'
export { appsQuery } from './queries.ts'
