import type { AnyCall, AnyEndpoint, AllowedCallers } from '#contract/call'
import { isRoleList, type CallerRole, callerRolesFor } from '#contract/permissions'
import { JOB_TITLE_ROLES, type JobTitleRole } from '#contract/roles'
import type { SignInRequirement } from '#contract/rules'
import type { Caller } from '../sessions/session.ts'
import type { Settings } from '../settings/settings.ts'
import { isJsonWithinSizeLimits, parseJson } from './body/json-reader.ts'

const ENGLISH = { 'dorm-supervisor': 'dorm supervisor', 'review-teacher': 'review teacher' }

/** The roles that follow from keywords in a job title (D-31). */
export function findRolesByJobTitle(
  post: string,
  { dormSupervisor, reviewTeacher }: Settings['postKeywords'],
): JobTitleRole[] {
  const keywordsByRole = { 'dorm-supervisor': dormSupervisor, 'review-teacher': reviewTeacher }
  return JOB_TITLE_ROLES.filter(
    (role) => post.includes(keywordsByRole[role]) || post.toLowerCase().includes(ENGLISH[role]),
  )
}

type PermissionSettings = Pick<Settings, 'postKeywords' | 'secondFactor' | 'secondFactorRoles'>

// Whether a role has access to sensitive data and therefore requires a second factor.
const isGuarded = (part: CallerRole, { secondFactorRoles }: PermissionSettings): boolean =>
  secondFactorRoles.some((role) => role === part)

/**
 * All roles of a caller: those that follow from the job title, and those assigned by the office.
 */
export const listAllCallerRoles = (
  caller: Caller,
  { postKeywords }: Pick<PermissionSettings, 'postKeywords'>,
): CallerRole[] =>
  caller.role === 'staff'
    ? [
        ...new Set<CallerRole>([
          'staff',
          ...findRolesByJobTitle(caller.staff.post, postKeywords),
          ...caller.roles,
        ]),
      ]
    : [caller.role]

/** What a signed-in caller has to do before all roles are active. */
export function findMissingSignInStep(
  caller: Caller,
  rules: PermissionSettings,
): SignInRequirement | undefined {
  if (caller.role !== 'staff') return undefined
  if (caller.staff.first_password_until !== null) return 'own-password'
  if (caller.session.isSecondFactorVerified || !(rules.secondFactor || caller.hasFactor))
    return undefined
  return listAllCallerRoles(caller, rules).some((part) => isGuarded(part, rules))
    ? 'second-factor'
    : undefined
}

/** The active roles of a caller. */
export function listActiveCallerRoles(caller: Caller, rules: PermissionSettings): CallerRole[] {
  const all = listAllCallerRoles(caller, rules)
  switch (findMissingSignInStep(caller, rules)) {
    case 'own-password':
      return []
    case 'second-factor':
      return all.filter((part) => !isGuarded(part, rules))
    case undefined:
      return all
  }
}

/**
 * Whether the caller is allowed to make a call; if not, what is missing. 'sign-in': the caller has
 * to sign in.
 */
export type Permission =
  | 'yes'
  | 'sign-in'
  | 'no'
  | NonNullable<ReturnType<typeof findMissingSignInStep>>

/** Checks the caller's roles against the call. Identifiers in the body are checked separately. */
export function checkPermission(
  call: Pick<AnyEndpoint, 'who'> & { readonly allowedDuringSignIn?: true },
  caller: Caller,
  rules: PermissionSettings,
): Permission {
  const wanted = callerRolesFor(call.who)
  const fits = (parts: readonly CallerRole[]) => parts.some((part) => wanted.includes(part))
  const isAllowedDuringSignIn = call.allowedDuringSignIn === true || call.who === 'anyone'
  if (
    fits(
      isAllowedDuringSignIn
        ? listAllCallerRoles(caller, rules)
        : listActiveCallerRoles(caller, rules),
    )
  )
    return 'yes'
  if (caller.role === 'nobody') return 'sign-in'
  return fits(listAllCallerRoles(caller, rules))
    ? (findMissingSignInStep(caller, rules) ?? 'no')
    : 'no'
}

type IdentifierCheck = Pick<AnyCall, 'who' | 'verifiedIdentifier' | 'answersKey'>

// The keys of a body that identify a person. Their values are never trusted, but only compared with
// the caller's own identifiers (D-09).
const OWN_IDENTIFIERS: Readonly<Record<string, (caller: Caller) => readonly (string | null)[]>> = {
  stuCode: (caller) => (caller.role === 'student' ? [caller.student.code] : []),
  stuNumber: numbers,
  stuNum: numbers,
  stunum: numbers,
  examNumber: (caller) => (caller.role === 'student' ? [caller.student.exam_number] : []),
  idCard: (caller) => (caller.role === 'student' ? [caller.student.id_card] : []),
  userCode: (caller) => (caller.role === 'staff' ? [caller.staff.code] : []),
  userId: (caller) => (caller.role === 'staff' ? [caller.staff.id] : []),
}

function numbers(caller: Caller): (string | null)[] {
  return caller.role === 'student' ? [caller.student.number, caller.student.exam_number] : []
}

/** The keys of a body that identify a person. */
export const personIdentifierKeys: readonly string[] = Object.keys(OWN_IDENTIFIERS)

// The callers of these calls are responsible for students, so they can name any student.
const NAMES_OTHERS: readonly AllowedCallers[] = ['dorm-supervisor', 'review-teacher']

/**
 * Whether all identifiers of a body belong to the caller, including those in lists and in JSON
 * text. Empty identifiers count as absent.
 */
export const identifiesOnlyCaller = (
  call: IdentifierCheck,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): boolean => {
  const { answersKey } = call
  const records = recordsIn(answersKey === undefined ? body : { ...body, [answersKey]: '' })
  return records !== undefined && records.every((one) => isOwnRecord(call, caller, one))
}

// The largest number of objects and lists, far more than any form contains; a body's other limits
// are checked while it is read.
const MOST_RECORDS = 5000
const TEXT_BOUNDS = { depth: 16, nodes: 3000 }

// Collects all objects and lists of a body. Undefined if there are too many, or if JSON in a text
// is too complex. The function does not recurse, because a body can be nested deeper than the call
// stack allows.
function recordsIn(
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>>[] | undefined {
  const found = [body]
  for (const one of found)
    for (const inner of Object.values(one)) {
      const isJson = typeof inner === 'string' && looksLikeJson(inner)
      if (isJson && !isJsonWithinSizeLimits(inner, TEXT_BOUNDS)) return undefined
      const said = isJson ? parseJson(inner) : inner
      if (!isRecord(said)) continue
      if (found.length >= MOST_RECORDS) return undefined
      found.push(said)
    }
  return found
}

// Whether a text looks like JSON. A list can be sent as text (D-40). Every text that looks like
// JSON is parsed, so that no call has to declare it. A regular expression would take three times as
// long for megabytes of blanks.
function looksLikeJson(text: string): boolean {
  const first = text.trimStart()[0]
  return first === '[' || first === '{'
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function isOwnRecord(
  call: IdentifierCheck,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(OWN_IDENTIFIERS).every(([key, own]) => {
    const said = body[key]
    if (said === undefined || said === null || said === '') return true
    // Staff can name students, but never other staff.
    const isStudentKey = key !== 'userCode' && key !== 'userId'
    if (key === call.verifiedIdentifier) return true
    if (isRoleList(call.who) || call.who === 'anyone') return true
    if (NAMES_OTHERS.includes(call.who) && isStudentKey) return true
    const spelled =
      typeof said === 'string' || typeof said === 'number'
        ? String(said).trim().toUpperCase()
        : undefined
    return own(caller).some((mine) => mine !== null && mine.toUpperCase() === spelled)
  })
}
