import { part } from '#app/ui/part.tsx'

/** `GateLink`, whose code comes once a read was refused. */
export const GateLinkLater = part(async () => (await import('./GateLink.tsx')).GateLink)
