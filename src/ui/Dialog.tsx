import { lazyComponent } from './lazy-component.tsx'

/** A message box or another small dialog (DialogFrame.tsx). */
export const Dialog = lazyComponent(async () => (await import('./DialogFrame.tsx')).DialogFrame)
