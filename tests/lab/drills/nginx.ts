import { playProxiedVisit } from './support/proxied-visit.ts'
import type { Workspace } from './support/workspace.ts'

export const description =
  'A new student makes a first visit over HTTP/2 and TLS through nginx with the sample configuration, in front of two processes.'

/** Returns how many headers were compared. */
export const drill = (place: Workspace): Promise<string> => playProxiedVisit(place, 'nginx')
