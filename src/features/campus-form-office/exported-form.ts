import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { loadOutboxView } from '#app/features/campus-forms/public.ts'
import type { CallOutcome } from '#app/lib/network/call-api.ts'
import { uploadFile } from '#app/lib/pictures/upload-with-progress.ts'
import { campusFormEntry } from '#contract/campus-form-entry'
import { campusFormIdOf } from '#contract/campus-form-names'
import { CampusFormSubmission } from '#contract/campus-form-submission'
import type { ExportedSubmission } from '#contract/students'
import type { AttachmentWithBytes } from '#offline/outbox/outbox-records'

/** The answers of an exported submission; undefined if it is none of a form of the campus. */
export function readExportedAnswers({
  form,
  words,
}: ExportedSubmission): CampusFormSubmission | undefined {
  const read = v.safeParse(CampusFormSubmission.schema, words)
  return read.success && read.output.form === campusFormIdOf(form) ? read.output : undefined
}

/** The title of an exported form of the campus, and how its answers are shown, once they are read. */
export function useExportedForm(item: ExportedSubmission) {
  const { form = '', version = 0 } = readExportedAnswers(item) ?? {}
  const { data } = useQuery({
    queryKey: ['exported-form', form, version],
    queryFn: async () =>
      (await (await loadOutboxView()).loadExportedForm({ form, version })) ?? null,
    enabled: form !== '',
    retry: false,
    staleTime: Infinity,
  })
  return data ?? undefined
}

/**
 * Sends the files of an exported submission that came with it, before the answers are sent. Resolves
 * to the first failure, if there is one.
 */
export async function sendExportedFiles(
  item: ExportedSubmission,
  { student, files }: { student: string; files: readonly AttachmentWithBytes[] },
): Promise<CallOutcome<unknown> | undefined> {
  const { form = '', attachments = [] } = readExportedAnswers(item) ?? {}
  for (const { id, sha256, name, type } of attachments) {
    const found = files.find(({ attachment }) => attachment.id === id)
    if (found === undefined) continue
    const outcome = await uploadFile(
      campusFormEntry.attach,
      new File([found.bytes], name, { type }),
      { beside: { student, attachment: id, form, sha256 } },
    )
    if (outcome.type !== 'ok') return outcome
  }
  return undefined
}
