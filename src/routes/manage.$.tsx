import { createFileRoute } from '@tanstack/react-router'
import { requireBoundPerson } from '#app/features/identity/public.ts'
import { parseNextParam } from '#app/lib/session/safe-redirect.ts'
import { OfficeRoot } from './-manage/OfficeRoot.tsx'

export const Route = createFileRoute('/manage/$')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: parseNextParam,
  beforeLoad: ({ location }) => requireBoundPerson({ location, params: {} }),
  component: Manage,
})

function Manage() {
  return <OfficeRoot rest={Route.useParams()._splat ?? ''} next={Route.useSearch().next} />
}
