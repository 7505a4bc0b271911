import type { Place } from './support/place.ts'
import { journey } from './support/through-proxy.ts'

export const about =
  'A new student’s first visit through nginx as its sample says, by HTTP/2 with TLS, two processes behind it.'

/** Answers how many headers were compared. */
export const drill = (place: Place): Promise<string> => journey(place, 'nginx')
