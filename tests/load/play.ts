import type { Place } from '../drills/support/place.ts'
import { openCampus, type Wishes } from './campus.ts'
import type { Goal } from './goals.ts'
import { playHour } from './hour.ts'
import { measureKinds } from './kinds.ts'
import { playTenThousand } from './ten-thousand.ts'
import { playTunnel } from './tunnel.ts'

/** What can be played. */
export type PlayName = 'hour' | 'ten-thousand' | 'tunnel' | 'kinds'

const COUNTS: Readonly<Record<PlayName, number>> = {
  // Those who come as fast as it goes are others than those who come at the pace of the hour.
  hour: 16_000,
  'ten-thousand': 10_000,
  tunnel: 10_000,
  kinds: 1500,
}

/** Open a campus of its own in this place, play, and say what was to be reached and what was. */
export async function play(
  place: Place,
  name: PlayName,
  {
    minutes,
    students,
    ...wishes
  }: { minutes?: number | undefined; students?: number | undefined } & Omit<Wishes, 'students'>,
): Promise<Goal[]> {
  const campus = await openCampus(place, {
    students: students ?? COUNTS[name],
    ...wishes,
  })
  try {
    switch (name) {
      case 'hour':
        return await playHour(place, campus, { minutes: minutes ?? 1 })
      case 'ten-thousand':
        return await playTenThousand(place, campus, { minutes: minutes ?? 1.5 })
      case 'tunnel':
        return await playTunnel(place, campus)
      case 'kinds':
        await measureKinds(place, campus)
        return []
    }
  } finally {
    await campus.stop()
  }
}
