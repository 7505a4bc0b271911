import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { PasswordScreen } from '#app/features/profile/PasswordScreen.tsx'
import { parseNextParam } from '#app/lib/session/safe-redirect.ts'

export const Route = createFileRoute('/changepass/$stunum')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: parseNextParam,
  beforeLoad: (visit) => requireBoundPerson(visit),
  component: ChangePassword,
})

function ChangePassword() {
  return <PasswordScreen next={Route.useSearch().next} />
}
