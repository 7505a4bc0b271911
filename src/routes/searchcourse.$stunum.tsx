import { createFileRoute } from '@tanstack/react-router'
import { guardStudentPage } from '#app/features/identity/public.ts'
import { prefetchTimetable } from '#app/features/timetable/public.ts'
import { TimetableScreen } from '#app/features/timetable/TimetableScreen.tsx'

export const Route = createFileRoute('/searchcourse/$stunum')({
  staticData: { offlineFor: 'students' },
  beforeLoad: (visit) => guardStudentPage(visit),
  loader: prefetchTimetable,
  component: TimetableScreen,
})
