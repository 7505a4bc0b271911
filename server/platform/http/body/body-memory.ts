import { refusalTexts } from '#i18n/refusals'
import { OverloadedError } from '../../concurrency.ts'

// The memory of all buffered bodies with images, in bytes as sent: about 170 images as the app
// compresses them, or 14 of the largest size.
const MAX_BUFFERED_BYTES = 96 * 2 ** 20
// A slow sender occupies memory with the part that has arrived, so each caller may send few at
// once.
const MAX_BODIES_PER_CALLER = 2

let taken = 0
const held = new Map<string, number>()

/**
 * Accounts for the memory of a body with images while `work` runs; `work` reports each number of
 * bytes that has arrived. Memory is counted by the bytes received, not by Content-Length, so that
 * half a body does not block other senders. Throws `OverloadedError` when the memory is used up or
 * `who` sends `MAX_BODIES_PER_CALLER` bodies already.
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
