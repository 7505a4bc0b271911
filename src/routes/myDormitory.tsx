import { createFileRoute } from '@tanstack/react-router'
import { MyRoomScreen } from '#app/features/assigned-room/MyRoomScreen.tsx'
import { requireStudent } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/myDormitory')({
  staticData: { offlineFor: 'students' },
  beforeLoad: (visit) => requireStudent(visit),
  component: MyRoomScreen,
})
