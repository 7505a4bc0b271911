import { createFileRoute } from '@tanstack/react-router'
import { OutboxScreen } from '#app/features/outbox/OutboxScreen.tsx'

export const Route = createFileRoute('/outbox/')({ component: OutboxScreen })
