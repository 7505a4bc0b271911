import { listIdNumberSpellings } from '#contract/id-document'
import type { SearchAuditAction } from '#i18n/audit-actions'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { maskDigitsIn, maskIdCard, maskNumbersIn } from '../../platform/masks.ts'
import { recordAuditEntry } from './audit-log.ts'

type SearchContext = Pick<HandlerRequest<unknown>, 'caller' | 'db' | 'now' | 'tools'>

/**
 * Runs a search for people by text, counts it against the limit, and writes it with the number of
 * results to the audit log, because a search reveals information even if no number is shown. Pages
 * after the first are counted but not logged. If the limit is used up, returns the seconds to wait
 * instead of rows.
 */
export async function runAuditedSearch<Row>(
  { caller, db, now, tools }: SearchContext,
  {
    action,
    find,
    after,
    rows,
  }: {
    action: SearchAuditAction
    find: string
    after: string
    rows: () => Promise<readonly Row[]>
  },
): Promise<readonly Row[] | { readonly type: 'too-many'; readonly seconds: number }> {
  if (caller.role !== 'staff') return []
  const seconds = await tools.limits.searches.consume(caller.subject)
  if (seconds !== undefined) return { type: 'too-many', seconds }
  const found = await rows()
  if (after === '')
    await recordAuditEntry(db, {
      staff: caller.staff.code,
      action,
      // Numbers are masked, because the audit log contains no phone numbers and no ID numbers.
      details: { find: maskSearchText(find, found), found: found.length },
      now,
    })
  return found
}

// A permit's number can have the form of a student number; it is masked if it found its owner. A
// student number or a reference can have the form of a passport; it remains if a row has it.
function maskSearchText(find: string, found: readonly unknown[]): string {
  const columnsWith = (values: readonly string[]) =>
    found.flatMap((row) =>
      Object.entries(row ?? {}).flatMap(([column, value]) =>
        typeof value === 'string' && values.includes(value.toUpperCase()) ? [column] : [],
      ),
    )
  if (columnsWith(listIdNumberSpellings(find)).includes('id_card')) return maskIdCard(find)
  return columnsWith([find.toUpperCase()]).length > 0 ? maskDigitsIn(find) : maskNumbersIn(find)
}

/** Lists rows, or runs an audited search if the request has a search text. */
export const listOrSearch = async <Row>(
  ask: SearchContext & { readonly input: { readonly find: string; readonly after: string } },
  action: SearchAuditAction,
  rows: () => Promise<readonly Row[]>,
) => {
  const { find, after } = ask.input
  return find === '' ? rows() : runAuditedSearch(ask, { action, find, after, rows })
}
