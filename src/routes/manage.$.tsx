import { createFileRoute } from '@tanstack/react-router'
import { boundOnly } from '#app/features/identity/face.ts'
import { nextOf } from '#app/lib/inner.ts'
import { Office } from './-manage/Office.tsx'

export const Route = createFileRoute('/manage/$')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: nextOf,
  beforeLoad: ({ location }) => boundOnly({ location, params: {} }),
  component: Manage,
})

function Manage() {
  return <Office rest={Route.useParams()._splat ?? ''} next={Route.useSearch().next} />
}
