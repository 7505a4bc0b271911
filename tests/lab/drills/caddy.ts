import { playProxiedVisit } from './support/proxied-visit.ts'
import type { Workspace } from './support/workspace.ts'

export const description =
  'A new student’s first visit through Caddy as its sample says, by HTTP/2 with TLS, two processes behind it.'

/** Returns how many headers were compared. */
export const drill = (place: Workspace): Promise<string> => playProxiedVisit(place, 'caddy')
