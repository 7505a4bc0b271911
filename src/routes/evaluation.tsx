import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { EvaluationListScreen } from '#app/features/evaluation/EvaluationListScreen.tsx'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { useSession } from '#app/lib/session/session.ts'

export const Route = createFileRoute('/evaluation')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: ({ location }) => requireBoundPerson({ location, params: {} }),
  component: Evaluation,
})

const OwnResultsScreen = lazy(async () => ({
  default: (await import('#app/features/evaluation-results/OwnResultsScreen.tsx')).OwnResultsScreen,
}))

// Students evaluate; staff see the results of their own courses.
function Evaluation() {
  return useSession()?.person.role === 'staff' ? <OwnResultsScreen /> : <EvaluationListScreen />
}
