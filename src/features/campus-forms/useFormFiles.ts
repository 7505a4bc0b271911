import { useEffect, useMemo, useState } from 'react'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { fetchFile } from '#app/lib/network/fetch-file.ts'
import {
  addAttachment,
  listFormAttachments,
  readAttachment,
  removeAttachment,
} from '#app/lib/outbox/attachments.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { CampusFormAttachment } from '#contract/campus-form-submission'
import { campusForms } from '#contract/campus-forms'
import type { FormFiles } from './form-files.ts'

/** The files of a student's form: those on this phone, and those that the university has. */
export interface StoredFormFiles extends FormFiles {
  /** The descriptions of these files, for a submission. */
  readonly describe: (ids: readonly string[]) => CampusFormAttachment[]
}

/**
 * The files of a form. `known`: those of the student's submissions. `whenSaved` resolves when the
 * draft contains what was typed. Undefined until the files on this phone are listed.
 */
export function useFormFiles(
  form: string,
  {
    known,
    whenSaved,
  }: {
    readonly known: readonly CampusFormAttachment[]
    readonly whenSaved: () => Promise<unknown>
  },
): StoredFormFiles | undefined {
  const [files] = useState(() => new Map<string, CampusFormAttachment>())
  const [isListed, setListed] = useState(false)
  useEffect(() => {
    let isGone = false
    void listFormAttachments(form).then((listed) => {
      for (const file of listed) files.set(file.id, file)
      if (!isGone) setListed(true)
    })
    return () => {
      isGone = true
    }
  }, [form, files])
  useEffect(() => {
    for (const file of known) if (!files.has(file.id)) files.set(file.id, file)
  }, [known, files])
  const access = useMemo<StoredFormFiles>(
    () => ({
      add: async (blob, { name, largest }) => {
        const file = new File([blob], name, { type: blob.type })
        const added = await addAttachment(form, file, { largest })
        if (added.type !== 'added') return { problem: added.type }
        files.set(added.attachment.id, added.attachment)
        return { id: added.attachment.id }
      },
      // A file that the stored draft contains stays, so the draft is saved first.
      remove: (ids) =>
        void whenSaved().then(() => Promise.all(ids.map((id) => removeAttachment(id)))),
      find: (id) => files.get(id),
      read: async (id) => {
        const file = files.get(id)
        return (file && (await readAttachment(file))) ?? fetchFromCampus(id)
      },
      ids: () => new Set(files.keys()),
      describe: (ids) => ids.flatMap((id) => files.get(id) ?? []),
    }),
    [form, files, whenSaved],
  )
  return isListed ? access : undefined
}

// Files stay in memory only while their page is open (D-105).
const fetchFromCampus = (id: string): Promise<Blob | undefined> =>
  queryClient
    .fetchQuery({
      queryKey: [currentSession()?.subject ?? 'nobody', 'campus-form-file', id],
      queryFn: async () => {
        const outcome = await fetchFile(campusForms.attachment, id, '')
        if (outcome.type !== 'ok') throw new Error(outcome.type)
        return outcome.data
      },
      staleTime: Infinity,
      gcTime: 60_000,
    })
    .catch(() => undefined)
