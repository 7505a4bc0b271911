import { createFileRoute } from '@tanstack/react-router'
import { UnbindButton } from '#app/features/identity/public.ts'
import { LazyExportButton } from '#app/features/outbox/public.ts'
import { appVersion } from '#app/features/profile/public.ts'
import { SettingsScreen } from '#app/features/profile/SettingsScreen.tsx'

export const Route = createFileRoute('/me')({
  staticData: { offlineFor: 'everybody' },
  component: () => (
    <SettingsScreen
      unbind={<UnbindButton exporting={<LazyExportButton />} />}
      version={appVersion}
    />
  ),
})
