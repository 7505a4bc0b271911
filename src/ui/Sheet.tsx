import { part } from './part.tsx'

/** A sheet from below (SheetFrame.tsx). */
export const Sheet = part(async () => (await import('./SheetFrame.tsx')).SheetFrame)
