import { createFileRoute } from '@tanstack/react-router'
import { guardStudentPage } from '#app/features/identity/public.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'

// The page is in no pack: the phones of students with forms load it when they are prepared.
const Screen = lazyComponent(
  async () => (await import('#app/features/campus-forms/CampusFormScreen.tsx')).CampusFormScreen,
)

export const Route = createFileRoute('/campusForm/$form/$stunum')({
  staticData: { offlineFor: 'formHolders' },
  codeSplitGroupings: [],
  beforeLoad: (visit) => guardStudentPage(visit),
  component: CampusForm,
})

function CampusForm() {
  const { form, stunum } = Route.useParams()
  return <Screen key={form} form={form} stunum={stunum} />
}
