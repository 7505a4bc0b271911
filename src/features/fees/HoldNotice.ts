import { part } from '#app/ui/part.tsx'

/** `HoldCard` on a page that is drawn without waiting for it. */
export const HoldNotice = part(async () => (await import('./HoldCard.tsx')).HoldCard)
