import { part } from './part.tsx'

/** A message box or any small dialog (DialogFrame.tsx). */
export const Dialog = part(async () => (await import('./DialogFrame.tsx')).DialogFrame)
