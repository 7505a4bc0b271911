import { createFileRoute } from '@tanstack/react-router'
import { DormInfoScreen } from '#app/features/dorm/DormInfoScreen.tsx'
import { requireStudent } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/dormitoryInformation')({
  staticData: { offlineFor: 'students' },
  beforeLoad: (visit) => requireStudent(visit),
  component: DormInfoScreen,
})
