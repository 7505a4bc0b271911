import { createFileRoute } from '@tanstack/react-router'
import { ItemScreen } from '#app/features/fees/ItemScreen.tsx'
import { studentOnly } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/rechargePay/$stunum')({
  staticData: { offlineFor: 'nobody' },
  // An id of digits alone comes as a number.
  validateSearch: ({ item }): { item?: string } =>
    typeof item === 'string' || typeof item === 'number' ? { item: String(item) } : {},
  beforeLoad: (visit) => studentOnly(visit),
  component: Item,
})

function Item() {
  return <ItemScreen stunum={Route.useParams().stunum} id={Route.useSearch().item} />
}
