import { createFileRoute } from '@tanstack/react-router'
import { SampleDailyGoodsScreen } from '#app/features/registration-sheet/SampleDailyGoodsScreen.tsx'

export const Route = createFileRoute('/DailyuseBook')({
  staticData: { offlineFor: 'nobody' },
  component: SampleDailyGoodsScreen,
})
