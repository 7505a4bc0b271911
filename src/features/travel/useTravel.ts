import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useConfirmedRecord, useQueuedForm } from '#app/lib/forms/queued-form.ts'
import { useSession } from '#app/lib/session/session.ts'
import { travelQuery } from './queries.ts'
import { parseTravelDraft, parseTravelRecord, toTravelFormValues } from './values.ts'

/**
 * Returns the travel record at the university: as it was last read, or as this phone has delivered
 * it since.
 */
export function useConfirmedTravel() {
  const kept = useCachedQuery(travelQuery())
  return {
    kept,
    confirmed: useConfirmedRecord({
      form: 'travel',
      kept,
      recordIn: ({ travel }) => travel,
      readRecord: parseTravelRecord,
    }),
  }
}

/** Returns this student's newest travel record, from the draft, the outbox or the university. */
export function useTravel(step: string) {
  const { kept, confirmed } = useConfirmedTravel()
  const own = { student: useSession()?.subject ?? '', step }
  const form = useQueuedForm({
    form: 'travel',
    kept,
    confirmed,
    readRecord: parseTravelRecord,
    readDraft: (values) => parseTravelDraft(values, own),
    fill: (record) => toTravelFormValues(record, own),
  })
  return { ...form, kept }
}
