import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { decodePicture, type PictureKind } from './decode-picture.ts'

// The process that decodes pictures. Whatever an untrusted file does to a decoder, in memory, time
// or by an exploit, its effect ends with this process. The process decodes one picture at a time
// for its parent, and exits when the parent disconnects.

// A low priority, so that requests such as sign-ins do not wait while pictures are decoded.
const NICE = 10

for (const thread of ownThreads()) lower(thread)
// One thread per picture, and no cache between pictures.
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (asked: { wish: PictureKind; bytes: Uint8Array }) => {
  void decodePicture(asked.wish, asked.bytes).then((decoded) => process.send?.(decoded))
})
// Signals are ignored: a parent process that stops first finishes its requests and then
// disconnects.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))

// Linux has a priority for each thread. The decoding threads are started by the imports, or by
// threads that the imports started, so lowering only the main thread would not affect them. On
// other systems 0 means the whole process.
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
    // The thread has ended, or the system does not allow the change. Decoding also works without
    // it.
  }
}
