import { createFileRoute } from '@tanstack/react-router'
import { ClearButton } from '#app/features/identity/face.ts'
import { OutboxScreen } from '#app/features/outbox/OutboxScreen.tsx'

export const Route = createFileRoute('/outbox/')({
  staticData: { offlineFor: 'everybody' },
  component: () => <OutboxScreen clear={<ClearButton />} />,
})
