import { statfs } from 'node:fs/promises'

/** Returns whether there is enough free disk space for writes. */
export type HasFreeSpace = () => Promise<boolean>

const FRESH_MS = 2000

/** Checks the free space of the disk of `folder` against `floorMb`, at most every 2 s. */
export function watchFreeSpace(folder: string, floorMb: number): HasFreeSpace {
  let asked = { at: 0, answer: Promise.resolve(true) }
  return () => {
    if (Date.now() - asked.at > FRESH_MS)
      asked = { at: Date.now(), answer: hasSpace(folder, floorMb) }
    return asked.answer
  }
}

// If the free space cannot be read, writes are allowed; a full disk then causes a database error.
const hasSpace = (folder: string, floorMb: number) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= floorMb * 2 ** 20,
    () => true,
  )
