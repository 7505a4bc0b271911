import { createFileRoute, notFound } from '@tanstack/react-router'
import { HomeScreen } from '#app/features/home/HomeScreen.tsx'
import { guardPublicPage, UnbindLink } from '#app/features/identity/public.ts'
import { LazyExportButton } from '#app/features/outbox/public.ts'
import { parseNextParam } from '#app/lib/session/safe-redirect.ts'

// The route of all addresses without their own route. /:app opens the home page with an
// application; longer addresses are unknown (D-16).
export const Route = createFileRoute('/$')({
  staticData: { offlineFor: 'everybody' },
  validateSearch: parseNextParam,
  beforeLoad: async ({ location, params }) => {
    const [app = '', ...more] = (params._splat ?? '').split('/').filter((part) => part !== '')
    if (more.length > 0) throw notFound()
    await guardPublicPage({ location })
    return { app }
  },
  component: Page,
})

function Page() {
  const { app } = Route.useRouteContext()
  const { next } = Route.useSearch()
  return (
    <HomeScreen app={app} next={next} unbind={<UnbindLink exporting={<LazyExportButton />} />} />
  )
}
