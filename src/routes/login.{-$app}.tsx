import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '#app/features/identity/LoginScreen.tsx'
import { guardPublicPage } from '#app/features/identity/public.ts'
import { LazyExportButton } from '#app/features/outbox/public.ts'
import { parseNextParam } from '#app/lib/session/safe-redirect.ts'

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
