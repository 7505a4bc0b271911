import { refusalTexts } from '#i18n/refusals'
import { OverloadedError } from '../../concurrency.ts'

// The memory for all buffered bodies with images, in bytes as sent: enough for about 170 images as
// the app compresses them, or for 14 images of the largest size.
const MAX_BUFFERED_BYTES = 96 * 2 ** 20
// The largest number of bodies that a caller can send at once: the received bytes of a body occupy
// memory, for a long time if the sender is slow.
const MAX_BODIES_PER_CALLER = 2

let taken = 0
const held = new Map<string, number>()

/**
 * Runs `work`, which receives a body with images and reports each number of bytes that has arrived.
 * While `work` runs, these bytes count towards `MAX_BUFFERED_BYTES`. The bytes received are counted
 * instead of Content-Length, so that a body of which only half arrives does not block other
 * senders. Throws `OverloadedError` if the memory is used up, or if `who` already sends
 * `MAX_BODIES_PER_CALLER` bodies.
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
