import { createFileRoute } from '@tanstack/react-router'
import { requireBinding } from '#app/features/identity/public.ts'
import { parseNextParam } from '#app/lib/session/safe-redirect.ts'
import { Office } from './-manage/Office.tsx'

export const Route = createFileRoute('/manage/$')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: parseNextParam,
  beforeLoad: ({ location }) => requireBinding({ location, params: {} }),
  component: Manage,
})

function Manage() {
  return <Office rest={Route.useParams()._splat ?? ''} next={Route.useSearch().next} />
}
