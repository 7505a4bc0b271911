import { createFileRoute } from '@tanstack/react-router'
import { studentPage } from '#app/features/identity/face.ts'
import { startTimetable } from '#app/features/timetable/face.ts'
import { TimetableScreen } from '#app/features/timetable/TimetableScreen.tsx'

export const Route = createFileRoute('/searchcourse/$stunum')({
  staticData: { offlineFor: 'students' },
  beforeLoad: (visit) => studentPage(visit),
  loader: startTimetable,
  component: TimetableScreen,
})
