import { createFileRoute } from '@tanstack/react-router'
import { OrderScreen } from '#app/features/report/OrderScreen.tsx'

export const Route = createFileRoute('/ConfirmOrder')({
  staticData: { offlineFor: 'nobody' },
  component: OrderScreen,
})
