import { createFileRoute } from '@tanstack/react-router'
import { guardStudentPage } from '#app/features/identity/public.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'

const Screen = lazyComponent(
  async () =>
    (await import('#app/features/campus-forms/CampusFormListScreen.tsx')).CampusFormListScreen,
)

export const Route = createFileRoute('/campusForms')({
  staticData: { offlineFor: 'formHolders' },
  codeSplitGroupings: [],
  beforeLoad: ({ location }) => guardStudentPage({ location, params: {} }),
  component: () => <Screen />,
})
