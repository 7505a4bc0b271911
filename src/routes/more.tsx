import { createFileRoute } from '@tanstack/react-router'
import { MoreScreen } from '#app/features/home/MoreScreen.tsx'

export const Route = createFileRoute('/more')({
  staticData: { offlineFor: 'everybody' },
  component: MoreScreen,
})
