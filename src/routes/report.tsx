import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/public.ts'
import { ReportScreen } from '#app/features/registration-sheet/ReportScreen.tsx'

export const Route = createFileRoute('/report')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: ReportScreen,
})
