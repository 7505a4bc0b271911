import { createFileRoute } from '@tanstack/react-router'
import { toOwnTimetable } from '#app/features/identity/face.ts'

export const Route = createFileRoute('/searchcourse/')({
  staticData: { offlineFor: 'everybody' },
  beforeLoad: (visit) => toOwnTimetable(visit),
})
