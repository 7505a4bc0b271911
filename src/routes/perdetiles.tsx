import { createFileRoute } from '@tanstack/react-router'
import { DetailsScreen } from '#app/features/family/DetailsScreen.tsx'
import { requireStudent } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/perdetiles')({
  staticData: { offlineFor: 'students' },
  beforeLoad: ({ location }) => requireStudent({ location, params: {} }),
  component: DetailsScreen,
})
