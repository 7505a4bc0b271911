import { refusalWords } from '#words/refusal'
import { Overloaded } from '../concurrency.ts'

// Bodies with pictures that are here at once, in bytes as sent: some 170 as the app makes them,
// fourteen of the largest.
const ROOM = 96 * 2 ** 20
// Who sends slowly holds their place; nobody holds many.
const EACH = 2

let taken = 0
const held = new Map<string, number>()

/**
 * Take in a body with pictures for as long as `work` takes, unless there are too many here by now.
 */
export async function withBodyMemory<T>(
  { who, bytes }: { who: string; bytes: number },
  work: () => Promise<T>,
): Promise<T> {
  const own = held.get(who) ?? 0
  if (taken + bytes > ROOM || own >= EACH) throw new Overloaded(refusalWords.picturesCrowded)
  taken += bytes
  held.set(who, own + 1)
  try {
    return await work()
  } finally {
    taken -= bytes
    const left = (held.get(who) ?? 1) - 1
    if (left > 0) held.set(who, left)
    else held.delete(who)
  }
}
