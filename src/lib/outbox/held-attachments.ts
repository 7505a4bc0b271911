import type { AttachmentWithBytes } from '#offline/outbox/outbox-records'

/** The largest number of bytes that a page holds although the database has them too. */
const MOST_HELD_BYTES = 20 * 2 ** 20

// The files that this page has added. They are needed where the database cannot store them, and
// where the browser deletes the database under an open page.
const held = new Map<string, AttachmentWithBytes & { readonly isStored: boolean }>()

/** Holds a file in this page's memory. `isStored`: the database has it too. */
export function holdAttachment(file: AttachmentWithBytes, isStored: boolean): void {
  held.set(file.attachment.id, { ...file, isStored })
  let size = 0
  for (const one of [...held.values()].reverse()) {
    size += one.bytes.byteLength
    if (size > MOST_HELD_BYTES && one.isStored) held.delete(one.attachment.id)
  }
}

/** A file that this page holds. */
export const findHeldAttachment = (id: string): AttachmentWithBytes | undefined => held.get(id)

/** The held files whose ids are in these records; `isStored` selects those with this state. */
export const listHeldAttachments = (
  records: unknown,
  isStored?: boolean,
): AttachmentWithBytes[] => {
  if (held.size === 0) return []
  const text = JSON.stringify(records)
  return [...held.values()].filter(
    (one) => one.isStored === (isStored ?? one.isStored) && text.includes(one.attachment.id),
  )
}

/** Removes a file from memory. */
export const releaseAttachment = (id: string): void => void held.delete(id)

/** Removes all files from memory. */
export const releaseAttachments = (): void => held.clear()
