import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { decodePicture, type PictureKind } from './decode-picture.ts'

// A process of its own reads pictures: what a stranger's file does to a decoder, in memory, time or
// worse, ends with it. One at a time; it is asked by its parent, answers, and goes when the parent
// lets go of it.

// Below everything else that runs here: who signs in does not wait for somebody's picture.
const NICE = 10

for (const thread of ownThreads()) lower(thread)
// One picture is one thread's work, and nothing is kept from one to the next.
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (asked: { wish: PictureKind; bytes: Uint8Array }) => {
  void decodePicture(asked.wish, asked.bytes).then((decoded) => process.send?.(decoded))
})
// A parent that stops finishes its requests first, then lets go.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))

// Linux keeps a priority for each thread. Those that paint began with the imports, or are begun by
// one that did, so to lower the process alone would leave all of the work where it was. Elsewhere 0
// stands for the whole process.
function ownThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}

function lower(thread: number): void {
  try {
    setPriority(thread, NICE)
  } catch {
    // A thread that has ended meanwhile, or one that the system does not let go: the picture is
    // made all the same.
  }
}
