import { createFileRoute } from '@tanstack/react-router'
import { SampleOrderScreen } from '#app/features/registration-sheet/SampleOrderScreen.tsx'

export const Route = createFileRoute('/ConfirmOrder')({
  staticData: { offlineFor: 'nobody' },
  component: SampleOrderScreen,
})
