import { type Handler, staffHandler } from '../../platform/http/handler.ts'
import { type AuditEntry, recordAuditEntry } from './audit-log.ts'

type StaffRequest<I, O> = Parameters<Parameters<typeof staffHandler<I, O>>[0]>[0]

/** Appends an entry of the caller to the audit log, in the transaction of the request. */
type Audit = (entry: Omit<AuditEntry, 'staff' | 'now'>) => Promise<unknown>

/** Narrows a handler's caller to staff, and lets the handler record the action as the caller's. */
export const auditedHandler = <I, O>(
  handler: (ask: StaffRequest<I, O> & { readonly audit: Audit }) => ReturnType<Handler<I, O>>,
): Handler<I, O> =>
  staffHandler((ask) =>
    handler({
      ...ask,
      audit: (entry) => recordAuditEntry(ask.db, { ...entry, staff: ask.staff.code, now: ask.now }),
    }),
  )
