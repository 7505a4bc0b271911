import { createFileRoute } from '@tanstack/react-router'
import { NotCurrentScreen } from '#app/features/grades/NotCurrentScreen.tsx'

export const Route = createFileRoute('/scorefailed')({
  staticData: { offlineFor: 'nobody' },
  component: NotCurrentScreen,
})
