import { useConfirmed, useQueuedForm } from '#app/lib/forms/queued.ts'
import { useKept, useSettled } from '#app/lib/kept.ts'
import { useSession } from '#app/lib/session.ts'
import { catalogueOf, type Reservation } from '#contract/living'
import { packagesQuery, reservationQuery, residentQuery } from './queries.ts'
import { picked, readDraft, readRecord } from './values.ts'

/** The living supplies as this student last reserved them, and what there is to reserve. */
export function useLiving(step: string) {
  const session = useSession()
  const student = session?.subject ?? ''
  const isPostgraduate = session?.person.role === 'student' && session.person.enrolment === '1'
  const home = useKept(residentQuery())
  const isSettled = useSettled(home)
  const resident = home.data?.resident
  const catalogue = catalogueOf(resident?.department ?? '')
  const offered = useKept({ ...packagesQuery(catalogue), enabled: resident !== undefined })
  const kept = useKept(reservationQuery())
  const packages = offered.data?.packages ?? []
  const reservation = (ids: readonly string[]): Reservation => ({
    student,
    step,
    packages: picked(packages, ids),
  })
  const confirmed = useConfirmed<{ reservation: { packages: string[] } | null }, Reservation>({
    form: 'living',
    kept,
    recordIn: (read) => read.reservation && reservation(read.reservation.packages),
    readRecord,
  })
  const form = useQueuedForm<Reservation, Reservation>({
    form: 'living',
    kept,
    confirmed,
    readRecord,
    readDraft: (values) => {
      const ids = readDraft(values)
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
     * No room was assigned yet: nothing can be delivered (LIV-09); postgraduates are let in (D-52).
     */
    mustWait: isHomeless && isSettled,
    ready: form.ready && read === undefined && !isHomeless,
    /** The read without which nothing can be shown, once it has failed. */
    failed: form.failed ? kept : read?.state === 'failed' ? read : undefined,
  }
}
