import { createFileRoute } from '@tanstack/react-router'
import { GradesScreen } from '#app/features/grades/GradesScreen.tsx'
import { guardStudentPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/searchscore/$stunum')({
  staticData: { offlineFor: 'seniors' },
  beforeLoad: (visit) => guardStudentPage(visit),
  component: GradesScreen,
})
