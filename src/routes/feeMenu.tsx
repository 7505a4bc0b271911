import { createFileRoute } from '@tanstack/react-router'
import { GuideScreen } from '#app/features/guide/GuideScreen.tsx'
import { guardPublicPage } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/feeMenu')({
  staticData: { offlineFor: 'everybody' },
  beforeLoad: (visit) => guardPublicPage(visit),
  component: () => <GuideScreen name="fees" />,
})
