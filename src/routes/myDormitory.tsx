import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/face.ts'
import { MyRoomScreen } from '#app/features/room/MyRoomScreen.tsx'

export const Route = createFileRoute('/myDormitory')({
  staticData: { offlineFor: 'students' },
  beforeLoad: (visit) => requireStudent(visit),
  component: MyRoomScreen,
})
