import { createFileRoute } from '@tanstack/react-router'
import { ClearDeviceButton } from '#app/features/identity/face.ts'
import { LazyOwnOutbox } from '#app/features/outbox/face.ts'
import { OutboxScreen } from '#app/features/outbox/OutboxScreen.tsx'
import { currentSession } from '#app/lib/session.ts'

export const Route = createFileRoute('/outbox/')({
  staticData: { offlineFor: 'everybody' },
  loader: () => (currentSession() === null ? undefined : LazyOwnOutbox.load().catch(() => {})),
  component: () => <OutboxScreen clear={<ClearDeviceButton />} />,
})
