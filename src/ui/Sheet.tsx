import { lazyComponent } from './lazy-component.tsx'

/** A sheet from below (SheetFrame.tsx). */
export const Sheet = lazyComponent(async () => (await import('./SheetFrame.tsx')).SheetFrame)
