import { lazyComponent } from './lazy-component.tsx'

/** A bottom sheet (SheetFrame.tsx). */
export const Sheet = lazyComponent(async () => (await import('./SheetFrame.tsx')).SheetFrame)
