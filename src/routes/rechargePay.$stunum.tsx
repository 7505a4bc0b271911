import { createFileRoute } from '@tanstack/react-router'
import { FeeItemScreen } from '#app/features/fees/ItemScreen.tsx'
import { requireStudent } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/rechargePay/$stunum')({
  staticData: { offlineFor: 'nobody' },
  // An id of digits alone comes as a number.
  validateSearch: ({ item }): { item?: string } =>
    typeof item === 'string' || typeof item === 'number' ? { item: String(item) } : {},
  beforeLoad: (visit) => requireStudent(visit),
  component: Item,
})

function Item() {
  return <FeeItemScreen stunum={Route.useParams().stunum} id={Route.useSearch().item} />
}
