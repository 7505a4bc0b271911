import { createFileRoute } from '@tanstack/react-router'
import { MyRoomScreen } from '#app/features/dorm/MyRoomScreen.tsx'
import { studentOnly } from '#app/features/identity/guard.ts'

export const Route = createFileRoute('/myDormitory')({
  beforeLoad: (visit) => studentOnly(visit),
  component: MyRoomScreen,
})
