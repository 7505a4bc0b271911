import { refusalTexts } from '#i18n/refusals'
import { OverloadedError } from '../../concurrency.ts'

// Bodies with pictures that are here at once, in bytes as sent: some 170 as the app makes them,
// fourteen of the largest.
const MAX_BUFFERED_BYTES = 96 * 2 ** 20
// Who sends slowly holds what has arrived; nobody sends many at once.
const MAX_BODIES_PER_CALLER = 2

let taken = 0
const held = new Map<string, number>()

/**
 * Take in a body with pictures for as long as `work` takes, which says how much of it has arrived;
 * `Overloaded` where there is no room for more, or `who` sends enough already. Room is taken by what
 * is here, not by what was announced: whoever sends half a body keeps nobody else out.
 */
export async function withBodyMemory<T>(
  who: string,
  work: (take: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const own = held.get(who) ?? 0
  if (own >= MAX_BODIES_PER_CALLER) throw new OverloadedError(refusalTexts.picturesCrowded)
  held.set(who, own + 1)
  let size = 0
  try {
    return await work((bytes) => {
      if (taken + bytes > MAX_BUFFERED_BYTES)
        throw new OverloadedError(refusalTexts.picturesCrowded)
      taken += bytes
      size += bytes
    })
  } finally {
    taken -= size
    const left = (held.get(who) ?? 1) - 1
    if (left > 0) held.set(who, left)
    else held.delete(who)
  }
}
