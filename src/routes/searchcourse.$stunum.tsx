import { createFileRoute } from '@tanstack/react-router'
import { studentPage } from '#app/features/identity/guard.ts'
import { TimetableScreen } from '#app/features/timetable/TimetableScreen.tsx'

export const Route = createFileRoute('/searchcourse/$stunum')({
  beforeLoad: (visit) => studentPage(visit),
  component: TimetableScreen,
})
