import { createFileRoute } from '@tanstack/react-router'
import { guardStudentPage } from '#app/features/identity/public.ts'
import { prefetchTimetable } from '#app/features/timetable/public.ts'
import { TimetableScreen } from '#app/features/timetable/TimetableScreen.tsx'

export const Route = createFileRoute('/searchcourse/$stunum')({
  staticData: { offlineFor: 'students' },
  // The loader is in the screen's chunk, because its reads are not part of the first load.
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: (visit) => guardStudentPage(visit),
  loader: prefetchTimetable,
  component: TimetableScreen,
})
