import { createFileRoute } from '@tanstack/react-router'
import { ClearButton } from '#app/features/identity/face.ts'
import { OwnOutbox } from '#app/features/outbox/face.ts'
import { OutboxScreen } from '#app/features/outbox/OutboxScreen.tsx'
import { currentSession } from '#app/lib/session.ts'

export const Route = createFileRoute('/outbox/')({
  staticData: { offlineFor: 'everybody' },
  loader: () => (currentSession() === null ? undefined : OwnOutbox.load().catch(() => {})),
  component: () => <OutboxScreen clear={<ClearButton />} />,
})
