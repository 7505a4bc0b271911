import { part } from './part.tsx'

/** A picture over the whole screen (ZoomFrame.tsx). */
export const Zoom = part(async () => (await import('./ZoomFrame.tsx')).ZoomFrame)
