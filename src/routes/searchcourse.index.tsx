import { createFileRoute } from '@tanstack/react-router'
import { redirectToOwnTimetable } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/searchcourse/')({
  staticData: { offlineFor: 'everybody' },
  beforeLoad: (visit) => redirectToOwnTimetable(visit),
})
