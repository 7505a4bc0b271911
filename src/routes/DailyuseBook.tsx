import { createFileRoute } from '@tanstack/react-router'
import { SampleDailyUseScreen } from '#app/features/registration-sheet/SampleDailyUseScreen.tsx'

export const Route = createFileRoute('/DailyuseBook')({
  staticData: { offlineFor: 'nobody' },
  component: SampleDailyUseScreen,
})
