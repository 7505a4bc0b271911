import { createFileRoute } from '@tanstack/react-router'
import { CalendarScreen } from '#app/features/calendar/CalendarScreen.tsx'

export const Route = createFileRoute('/schoolcalendar')({
  staticData: { offlineFor: 'everybody' },
  component: CalendarScreen,
})
