import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '#app/features/home/HomeScreen.tsx'
import { openPage, ownNumber, studentOnly, studentPage } from '#app/features/identity/guard.ts'
import { UnbindLink } from '#app/features/identity/Unbind.tsx'
import { ComingScreen } from '#app/features/support/ComingScreen.tsx'
import { visited } from '#app/features/support/visit.ts'
import { nextOf } from '#app/lib/inner.ts'

// Everything without a route of its own: pages of later issues, and /:app, which opens an application from home.
export const Route = createFileRoute('/$')({
  validateSearch: nextOf,
  beforeLoad: async ({ location, params }) => {
    const place = visited(params._splat ?? '')
    if (place.type === 'home') await openPage({ location })
    else {
      const { stunum, auth, personal } = place.page
      const visit = { location, params: stunum === undefined ? {} : { stunum } }
      if (auth && personal) await studentPage(visit)
      else if (auth) await openPage(visit)
      else if (personal) studentOnly(visit)
      ownNumber(visit)
    }
    return { place }
  },
  component: Page,
})

function Page() {
  const { place } = Route.useRouteContext()
  const { next } = Route.useSearch()
  if (place.type === 'home') return <HomeScreen app={place.app} next={next} unbind={<UnbindLink />} />
  return <ComingScreen page={place.page} />
}
