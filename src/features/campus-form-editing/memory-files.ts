import type { ComponentProps } from 'react'
import type { loadCampusFormFields } from '#app/features/campus-forms/public.ts'
import { createAttachmentId } from '#app/lib/outbox/describe-attachment.ts'

type FormFields = Awaited<ReturnType<typeof loadCampusFormFields>>
type FormFiles = ComponentProps<FormFields>['files']
type FormFile = NonNullable<ReturnType<FormFiles['find']>>

/** Files in memory, for a form that is only tried. */
export function createMemoryFiles(): FormFiles {
  const files = new Map<string, FormFile & { readonly blob: Blob }>()
  return {
    add: (blob, { name, largest }) => {
      if (blob.size > largest) return Promise.resolve({ problem: 'too-large' })
      const id = createAttachmentId()
      files.set(id, { id, name, type: blob.type, bytes: blob.size, blob })
      return Promise.resolve({ id })
    },
    remove: (ids) => {
      for (const id of ids) files.delete(id)
    },
    find: (id) => files.get(id),
    read: (id) => Promise.resolve(files.get(id)?.blob),
    ids: () => new Set(files.keys()),
  }
}
