import type { Db } from '../../platform/database/db.ts'
import {
  type RetentionDays,
  RETENTION_KINDS,
  type RetentionKind,
} from '../../platform/settings/retention.ts'
import { recordAuditEntry } from '../office/public.ts'
import { countExpiredRecords, deleteExpiredRecordsOfKind } from './store.ts'

/** The number of deleted records of one kind of data. */
export interface DeletedRecordCount {
  readonly kind: RetentionKind
  /** The number of days after which the data is deleted; 0: never. */
  readonly days: number
  readonly records: number
}

interface RetentionParams {
  readonly retention: RetentionDays
  readonly now: Date
  /** Whether to only count the records, without deleting them. */
  readonly dryRun: boolean
}

/**
 * Deletes data that is older than its retention period, each category in a separate transaction,
 * and writes the numbers to the audit log. With `dryRun` the records are only counted.
 */
export async function deleteExpiredRecords(
  db: Db,
  { retention, now, dryRun }: RetentionParams,
): Promise<DeletedRecordCount[]> {
  const lost: DeletedRecordCount[] = []
  for (const kind of RETENTION_KINDS) {
    const days = retention[kind]
    const age = { days, now }
    const records =
      days === 0
        ? 0
        : dryRun
          ? await countExpiredRecords(db, kind, age)
          : await forget(db, kind, age)
    lost.push({ kind, days, records })
  }
  return lost
}

const forget = (db: Db, kind: RetentionKind, age: { days: number; now: Date }): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const records = await deleteExpiredRecordsOfKind(tx, kind, age)
    if (records > 0)
      await recordAuditEntry(tx, {
        staff: 'retention',
        action: 'privacy.retain',
        details: { kind, records, days: age.days },
        now: age.now,
      })
    return records
  })
