import { createFileRoute } from '@tanstack/react-router'
import { SamplePreArrivalScreen } from '#app/features/registration-sheet/SamplePreArrivalScreen.tsx'

export const Route = createFileRoute('/PromptInformation')({
  staticData: { offlineFor: 'nobody' },
  component: SamplePreArrivalScreen,
})
