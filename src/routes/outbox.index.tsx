import { createFileRoute } from '@tanstack/react-router'
import { ClearDeviceButton } from '#app/features/identity/public.ts'
import { OutboxScreen } from '#app/features/outbox/OutboxScreen.tsx'
import { LazyOwnOutbox } from '#app/features/outbox/public.ts'
import { currentSession } from '#app/lib/session/session.ts'

export const Route = createFileRoute('/outbox/')({
  staticData: { offlineFor: 'everybody' },
  loader: () => (currentSession() === null ? undefined : LazyOwnOutbox.load().catch(() => {})),
  component: () => <OutboxScreen clear={<ClearDeviceButton />} />,
})
