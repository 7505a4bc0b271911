import { toHex } from '#contract/bytes'
import type { CampusFormAttachment } from '#contract/campus-form-submission'
import { hashBytes } from './hash-bytes.ts'

/** Describes a new file of an answer, under a new id. `bytes`: its content. */
export const describeAttachment = async (
  file: File,
  bytes: ArrayBuffer,
): Promise<CampusFormAttachment> => ({
  id: createAttachmentId(),
  name: file.name.slice(-200),
  type: file.type.slice(0, 100),
  bytes: file.size,
  sha256: await hashBytes(bytes),
})

/** A random UUID (RFC 9562). `crypto.randomUUID` needs a secure context. */
export const createAttachmentId = (): string =>
  toHex(crypto.getRandomValues(new Uint8Array(16))).replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    '$1-$2-4$3-8$4-$5',
  )
