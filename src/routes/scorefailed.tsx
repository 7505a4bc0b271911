import { createFileRoute } from '@tanstack/react-router'
import { NotCurrentStudentScreen } from '#app/features/grades/NotCurrentStudentScreen.tsx'

export const Route = createFileRoute('/scorefailed')({
  staticData: { offlineFor: 'nobody' },
  component: NotCurrentStudentScreen,
})
