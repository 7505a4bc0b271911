import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { useCachedQuery, useIsReadSettled } from '#app/lib/cache/cached-query.ts'
import { useConfirmedRecord, useQueuedForm } from '#app/lib/forms/queued-form.ts'
import { useSession } from '#app/lib/session/session.ts'
import {
  selectSupplyCatalogue,
  SUPPLIES_RULE,
  type SupplyReservation,
} from '#contract/living-supplies'
import { packagesQuery, reservationQuery, supplyResidentQuery } from './queries.ts'
import { selectPackages, parseSuppliesDraft, parseSuppliesRecord } from './values.ts'

/** Returns this student's newest reservation and the available packages. */
export function useLivingSupplies(step: string) {
  const session = useSession()
  const student = session?.subject ?? ''
  const isPostgraduate = session?.person.role === 'student' && session.person.enrolment === '1'
  const home = useCachedQuery(supplyResidentQuery())
  const isSettled = useIsReadSettled(home)
  const resident = home.data?.resident
  const catalogue = selectSupplyCatalogue(
    resident?.department ?? '',
    useCampusRule('supplies', SUPPLIES_RULE).word,
  )
  const offered = useCachedQuery({ ...packagesQuery(catalogue), enabled: resident !== undefined })
  const kept = useCachedQuery(reservationQuery())
  const packages = offered.data?.packages ?? []
  const reservation = (ids: readonly string[]): SupplyReservation => ({
    student,
    step,
    packages: selectPackages(packages, ids),
  })
  const confirmed = useConfirmedRecord<
    { reservation: { packages: string[] } | null },
    SupplyReservation
  >({
    form: 'living',
    kept,
    recordIn: (read) => read.reservation && reservation(read.reservation.packages),
    readRecord: parseSuppliesRecord,
  })
  const form = useQueuedForm<SupplyReservation, SupplyReservation>({
    form: 'living',
    kept,
    confirmed,
    readRecord: parseSuppliesRecord,
    readDraft: (values) => {
      const ids = parseSuppliesDraft(values)
      return ids && reservation(ids)
    },
    fill: (record) => reservation(record?.packages.map(({ id }) => id) ?? []),
  })
  const read = [home, offered].find(({ data }) => data === undefined)
  const isHomeless = resident?.building === '' && !isPostgraduate
  return {
    ...form,
    kept,
    resident,
    packages,
    isNew: confirmed.record === undefined,
    /**
     * Whether the student has to wait, because no room is assigned to which the packages could be
     * delivered (LIV-09). Postgraduates can continue without a room (D-52).
     */
    mustWait: isHomeless && isSettled,
    ready: form.ready && read === undefined && !isHomeless,
    /** The query that failed and without which the page can show nothing. */
    failed: form.failed ? kept : read?.state === 'failed' ? read : undefined,
  }
}
