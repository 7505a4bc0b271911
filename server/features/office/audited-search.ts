import type { SearchAuditAction } from '#i18n/audit-actions'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { maskNumbersIn } from '../../platform/masks.ts'
import { recordAuditEntry } from './audit-log.ts'

type SearchContext = Pick<HandlerRequest<unknown>, 'caller' | 'db' | 'now' | 'tools'>

/**
 * Count a search of people by what was typed, and write it into the log of the office with how many
 * it found: what was searched for tells something even where no number is shown. A page after the
 * first is counted and not noted again. Answers the seconds to wait instead of the rows where
 * somebody has searched too often.
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
      // The log holds no phone and no identity document.
      details: { find: maskNumbersIn(find), found: found.length },
      now,
    })
  return found
}
