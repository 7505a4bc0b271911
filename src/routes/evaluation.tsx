import { createFileRoute } from '@tanstack/react-router'
import { EvaluationListScreen } from '#app/features/evaluation/EvaluationListScreen.tsx'
import { studentOnly } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/evaluation')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => studentOnly(visit),
  component: EvaluationListScreen,
})
