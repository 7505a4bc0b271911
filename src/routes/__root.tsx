import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Frame } from '#app/features/frame/Frame.tsx'

export const Route = createRootRoute({
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
})
