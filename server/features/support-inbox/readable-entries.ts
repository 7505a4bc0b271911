import { OFFICE_ROLES } from '#contract/roles'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import type { Caller } from '../../platform/sessions/session.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { InboxAssignee } from './store.ts'

/** A staff member who reads the inbox. */
export type InboxReader = Extract<Caller, { role: 'staff' }>

/**
 * Whether the caller can read all entries. Finance and the dormitory office can read only entries
 * that are assigned to them.
 */
export function canReadAllEntries(caller: InboxReader, settings: Settings): boolean {
  const parts = listActiveCallerRoles(caller, settings)
  return parts.includes('administrator') || parts.includes('admissions')
}

/** The caller as somebody to whom entries can be assigned. */
export function toAssignee(caller: InboxReader, settings: Settings): InboxAssignee {
  const parts = listActiveCallerRoles(caller, settings)
  return { code: caller.staff.code, roles: OFFICE_ROLES.filter((role) => parts.includes(role)) }
}
