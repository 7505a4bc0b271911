import { createFileRoute } from '@tanstack/react-router'
import { GradesScreen } from '#app/features/grades/GradesScreen.tsx'
import { studentPage } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/searchscore/$stunum')({
  staticData: { offlineFor: 'seniors' },
  beforeLoad: (visit) => studentPage(visit),
  component: GradesScreen,
})
