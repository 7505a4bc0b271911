import { createFileRoute } from '@tanstack/react-router'
import { SamplePreArrivalScreen } from '#app/features/report/PreArrivalScreen.tsx'

export const Route = createFileRoute('/PromptInformation')({
  staticData: { offlineFor: 'nobody' },
  component: SamplePreArrivalScreen,
})
