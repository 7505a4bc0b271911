import { lazyComponent } from './lazy-component.tsx'

/** A picture over the whole screen (ZoomFrame.tsx). */
export const Zoom = lazyComponent(async () => (await import('./ZoomFrame.tsx')).ZoomFrame)
