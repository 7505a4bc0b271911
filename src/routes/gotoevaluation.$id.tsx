import { createFileRoute } from '@tanstack/react-router'
import { EvaluateScreen } from '#app/features/evaluation/EvaluateScreen.tsx'
import { requireStudent } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/gotoevaluation/$id')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: ({ location }) => requireStudent({ location, params: {} }),
  component: EvaluateScreen,
})
