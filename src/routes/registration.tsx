import { createFileRoute } from '@tanstack/react-router'
import { SampleFeeBillScreen } from '#app/features/registration-sheet/SampleFeeBillScreen.tsx'

export const Route = createFileRoute('/registration')({
  staticData: { offlineFor: 'nobody' },
  component: SampleFeeBillScreen,
})
