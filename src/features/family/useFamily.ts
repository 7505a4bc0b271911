import { useOwnRecord } from '#app/features/profile/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useConfirmedRecord, useQueuedForm } from '#app/lib/forms/queued-form.ts'
import { useOwnPhoneNumber, useSession } from '#app/lib/session/session.ts'
import { familyQuery } from './queries.ts'
import { parseFamilyDraft, parseFamilyRecord, toFamilyFormValues } from './values.ts'

/**
 * Returns the newest household and family of this student (from the draft, the outbox or the
 * university) and the student's own record.
 */
export function useFamily(step: string) {
  const session = useSession()
  const own = useOwnRecord()
  const kept = useCachedQuery(familyQuery())
  const confirmed = useConfirmedRecord({
    form: 'family',
    kept,
    recordIn: ({ household }) => household,
    readRecord: parseFamilyRecord,
  })
  const known = useOwnPhoneNumber()
  const who = { student: session?.subject ?? '', step, phone: own.record?.phone ?? known }
  const form = useQueuedForm({
    form: 'family',
    kept,
    confirmed,
    readRecord: parseFamilyRecord,
    readDraft: (values) => parseFamilyDraft(values, who),
    fill: (record) => toFamilyFormValues(record, who),
  })
  return { ...form, kept, own, isNew: confirmed.record === undefined }
}
