import { createFileRoute } from '@tanstack/react-router'
import { requireStudent } from '#app/features/identity/public.ts'
import { PhotoScreen } from '#app/features/photo/PhotoScreen.tsx'

export const Route = createFileRoute('/uploadPic')({
  staticData: { offlineFor: 'nobody' },
  beforeLoad: (visit) => requireStudent(visit),
  component: PhotoScreen,
})
