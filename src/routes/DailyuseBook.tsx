import { createFileRoute } from '@tanstack/react-router'
import { SampleDailyUseScreen } from '#app/features/report/DailyUseScreen.tsx'

export const Route = createFileRoute('/DailyuseBook')({
  staticData: { offlineFor: 'nobody' },
  component: SampleDailyUseScreen,
})
