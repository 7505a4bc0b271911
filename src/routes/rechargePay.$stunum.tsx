import { createFileRoute } from '@tanstack/react-router'
import { FeeItemScreen } from '#app/features/fees/FeeItemScreen.tsx'
import { requireStudent } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/rechargePay/$stunum')({
  staticData: { offlineFor: 'nobody' },
  // The router parses an id of digits as a number.
  validateSearch: ({ item }): { item?: string } =>
    typeof item === 'string' || typeof item === 'number' ? { item: String(item) } : {},
  beforeLoad: (visit) => requireStudent(visit),
  component: Item,
})

function Item() {
  return <FeeItemScreen stunum={Route.useParams().stunum} id={Route.useSearch().item} />
}
