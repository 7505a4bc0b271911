import { createFileRoute } from '@tanstack/react-router'
import { DailyUseScreen } from '#app/features/report/DailyUseScreen.tsx'

export const Route = createFileRoute('/DailyuseBook')({
  staticData: { offlineFor: 'nobody' },
  component: DailyUseScreen,
})
