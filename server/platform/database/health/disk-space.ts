import { statfs } from 'node:fs/promises'

/** Is there room for another write? */
export type HasFreeSpace = () => Promise<boolean>

const FRESH_MS = 2000

/** Watch the free space where `folder` lies; asked at most every two seconds. */
export function watchFreeSpace(folder: string, floorMb: number): HasFreeSpace {
  let asked = { at: 0, answer: Promise.resolve(true) }
  return () => {
    if (Date.now() - asked.at > FRESH_MS)
      asked = { at: Date.now(), answer: hasSpace(folder, floorMb) }
    return asked.answer
  }
}

// A folder that cannot be asked says nothing about space; the database then speaks for itself.
const hasSpace = (folder: string, floorMb: number) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= floorMb * 2 ** 20,
    () => true,
  )
