import { createFileRoute } from '@tanstack/react-router'
import { PrivacyScreen } from '#app/features/privacy/PrivacyScreen.tsx'

export const Route = createFileRoute('/privacy')({
  staticData: { offlineFor: 'nobody' },
  component: PrivacyScreen,
})
