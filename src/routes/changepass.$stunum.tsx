import { createFileRoute } from '@tanstack/react-router'
import { boundOnly } from '#app/features/identity/face.ts'
import { PasswordScreen } from '#app/features/profile/PasswordScreen.tsx'
import { nextOf } from '#app/lib/inner.ts'

export const Route = createFileRoute('/changepass/$stunum')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: nextOf,
  beforeLoad: (visit) => boundOnly(visit),
  component: ChangePassword,
})

function ChangePassword() {
  return <PasswordScreen next={Route.useSearch().next} />
}
