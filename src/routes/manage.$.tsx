import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { parseNextParam } from '#app/lib/session/safe-redirect.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'

// Apart from the route, whose files the first load of every student names.
const OfficeRoot = lazyComponent(async () => (await import('./-manage/OfficeRoot.tsx')).OfficeRoot)

export const Route = createFileRoute('/manage/$')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: parseNextParam,
  beforeLoad: ({ location }) => requireBoundPerson({ location, params: {} }),
  component: Manage,
})

function Manage() {
  return <OfficeRoot rest={Route.useParams()._splat ?? ''} next={Route.useSearch().next} />
}
