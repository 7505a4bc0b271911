import { createFileRoute } from '@tanstack/react-router'
import { UnbindButton } from '#app/features/identity/Unbind.tsx'
import { SettingsScreen } from '#app/features/profile/SettingsScreen.tsx'
import { version } from '#app/lib/version.ts'

export const Route = createFileRoute('/me')({
  component: () => <SettingsScreen unbind={<UnbindButton />} version={version} />,
})
