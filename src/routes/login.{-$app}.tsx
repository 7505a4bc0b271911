import { createFileRoute } from '@tanstack/react-router'
import { guardPublicPage } from '#app/features/identity/face.ts'
import { LoginScreen } from '#app/features/identity/LoginScreen.tsx'
import { LazyExportButton } from '#app/features/outbox/face.ts'
import { parseNextParam } from '#app/lib/inner.ts'

export const Route = createFileRoute('/login/{-$app}')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: parseNextParam,
  beforeLoad: (visit) => guardPublicPage(visit),
  component: Login,
})

function Login() {
  const { app } = Route.useParams()
  const { next } = Route.useSearch()
  return <LoginScreen app={app} next={next} exporting={<LazyExportButton />} />
}
