import { admissionCheck } from './admission-check.ts'
import { arrivals } from './arrivals.ts'
import type { AnyEndpoint } from './call.ts'
import { finance } from './finance.ts'
import { invoices } from './invoices.ts'
import { office } from './office.ts'
import { offsets } from './offsets.ts'
import { onboardingProgress } from './onboarding-progress.ts'
import { outsidePayments } from './outside-payments.ts'
import { isRoleList } from './permissions.ts'
import { OFFICE_ROLES, type StaffRole } from './roles.ts'
import { students } from './students.ts'

/** A scope of a service account: the calls that it permits, made with one role of the office. */
interface CallScope {
  readonly role: StaffRole
  readonly calls: readonly AnyEndpoint[]
}

/** The scopes that permit calls by name. Each export and each import kind has a scope of its own. */
export const CALL_SCOPES = {
  'students:read': {
    role: 'admissions',
    calls: [
      students.search,
      students.open,
      arrivals.choices,
      arrivals.overview,
      arrivals.list,
      onboardingProgress.steps,
      onboardingProgress.list,
      admissionCheck.list,
      admissionCheck.find,
    ],
  },
  'students:write': {
    role: 'admissions',
    calls: [students.admit, students.withdraw, students.readmit, admissionCheck.save],
  },
  'arrivals:write': { role: 'admissions', calls: [students.arrive, students.unarrive] },
  'money:read': {
    role: 'finance',
    calls: [
      finance.day,
      finance.entries,
      finance.orders,
      finance.incidents,
      invoices.list,
      outsidePayments.list,
      offsets.list,
    ],
  },
  'money:write': {
    role: 'finance',
    calls: [
      outsidePayments.payer,
      outsidePayments.record,
      outsidePayments.takeBack,
      offsets.record,
      offsets.undo,
    ],
  },
  'log:read': { role: 'administrator', calls: [office.log] },
} as const satisfies Readonly<Record<string, CallScope>>

const EXPORTS = '/api/manage/exports/'
const IMPORTS = '/api/manage/imports/'
const EXPORT_SCOPE = 'export:'
const IMPORT_SCOPE = 'import:'

/** The scope of an import kind. */
export const importScope = (kind: string): string => `${IMPORT_SCOPE}${kind}`

/** The name of an export; undefined for every other call. */
export const exportNameOf = ({ kind, path }: AnyEndpoint): string | undefined =>
  kind === 'download' && path.startsWith(EXPORTS) ? path.slice(EXPORTS.length) : undefined

/** The scope of an export. */
export const exportScope = (name: string): string => `${EXPORT_SCOPE}${name}`

/**
 * The scopes that permit a call, for people to read; a service account needs one of them. The
 * imports of every kind are the same calls, so their scope is written as `import:KIND`.
 */
export function listScopesOf(call: AnyEndpoint): readonly string[] {
  const exported = exportNameOf(call)
  if (exported !== undefined) return [exportScope(exported)]
  if (call.path.startsWith(IMPORTS)) return [importScope('KIND')]
  return Object.entries<CallScope>(CALL_SCOPES)
    .filter(([, { calls }]) => calls.includes(call))
    .map(([name]) => name)
}

/**
 * The roles with which a service account makes a call. Without a scope that permits the call there
 * is none, and the call is refused. The imports check the kind themselves.
 */
export function findRolesByScopes(call: AnyEndpoint, scopes: readonly string[]): StaffRole[] {
  const officeRoles = isRoleList(call.who)
    ? OFFICE_ROLES.filter((role) => call.who.includes(role))
    : []
  const exported = exportNameOf(call)
  if (exported !== undefined) return scopes.includes(exportScope(exported)) ? officeRoles : []
  if (call.path.startsWith(IMPORTS))
    return scopes.some((scope) => scope.startsWith(IMPORT_SCOPE)) ? officeRoles : []
  return Object.entries<CallScope>(CALL_SCOPES)
    .filter(([name, { calls }]) => scopes.includes(name) && calls.includes(call))
    .map(([, { role }]) => role)
}
