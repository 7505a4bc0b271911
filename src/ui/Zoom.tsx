import { lazyComponent } from './part.tsx'

/** A picture over the whole screen (ZoomFrame.tsx). */
export const Zoom = lazyComponent(async () => (await import('./ZoomFrame.tsx')).ZoomFrame)
