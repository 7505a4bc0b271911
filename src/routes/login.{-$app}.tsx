import { createFileRoute } from '@tanstack/react-router'
import { openPage } from '#app/features/identity/face.ts'
import { LoginScreen } from '#app/features/identity/LoginScreen.tsx'
import { ExportButtonLater } from '#app/features/outbox/face.ts'
import { nextOf } from '#app/lib/inner.ts'

export const Route = createFileRoute('/login/{-$app}')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: nextOf,
  beforeLoad: (visit) => openPage(visit),
  component: Login,
})

function Login() {
  const { app } = Route.useParams()
  const { next } = Route.useSearch()
  return <LoginScreen app={app} next={next} exporting={<ExportButtonLater />} />
}
