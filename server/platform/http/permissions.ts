import type { AnyCall, AnyEndpoint, AllowedCallers } from '#contract/call'
import { isRoleList, type CallerRole, callerRolesFor } from '#contract/permissions'
import { POST_ROLES, type PostRole } from '#contract/roles'
import type { Lack } from '#contract/rules'
import type { Caller } from '../sessions/session.ts'
import type { Settings } from '../settings/settings.ts'
import { isJsonWithinBounds, parseJson } from './body/json-reader.ts'

const ENGLISH = { 'dorm-supervisor': 'dorm supervisor', 'review-teacher': 'review teacher' }

/**
 * The roles that a post gives its holder, told by the words in it (D-31). Nobody else reads posts.
 */
export function rolesOfPost(
  post: string,
  { dormSupervisor, reviewTeacher }: Settings['postKeywords'],
): PostRole[] {
  const words = { 'dorm-supervisor': dormSupervisor, 'review-teacher': reviewTeacher }
  return POST_ROLES.filter(
    (role) => post.includes(words[role]) || post.toLowerCase().includes(ENGLISH[role]),
  )
}

type PermissionSettings = Pick<Settings, 'postKeywords' | 'secondFactor' | 'secondFactorRoles'>

// The roles that see what could do harm in other hands want more than a password.
const isGuarded = (part: CallerRole, { secondFactorRoles }: PermissionSettings): boolean =>
  secondFactorRoles.some((role) => role === part)

/** All parts that a caller could play: by the post, and given in the office. */
export const allPartsOf = (
  caller: Caller,
  { postKeywords }: Pick<PermissionSettings, 'postKeywords'>,
): CallerRole[] =>
  caller.role === 'staff'
    ? [
        ...new Set<CallerRole>([
          'staff',
          ...rolesOfPost(caller.staff.post, postKeywords),
          ...caller.roles,
        ]),
      ]
    : [caller.role]

/** What somebody who signed in has yet to do before all of their parts are theirs. */
export function missingSignInStep(caller: Caller, rules: PermissionSettings): Lack | undefined {
  if (caller.role !== 'staff') return undefined
  if (caller.staff.first_password_until !== null) return 'own-password'
  if (caller.session.isSecondFactorVerified || !(rules.secondFactor || caller.hasFactor))
    return undefined
  return allPartsOf(caller, rules).some((part) => isGuarded(part, rules))
    ? 'second-factor'
    : undefined
}

/** The parts of a caller at this moment. */
export function partsOf(caller: Caller, rules: PermissionSettings): CallerRole[] {
  const all = allPartsOf(caller, rules)
  switch (missingSignInStep(caller, rules)) {
    case 'own-password':
      return []
    case 'second-factor':
      return all.filter((part) => !isGuarded(part, rules))
    case undefined:
      return all
  }
}

/** What stands between a caller and a call. 'sign-in' says: not as nobody. */
export type Permission =
  | 'yes'
  | 'sign-in'
  | 'no'
  | NonNullable<ReturnType<typeof missingSignInStep>>

/** May this caller make this call at all? */
export function checkPermission(
  call: Pick<AnyEndpoint, 'who'> & { readonly unproven?: true },
  caller: Caller,
  rules: PermissionSettings,
): Permission {
  const wanted = callerRolesFor(call.who)
  const fits = (parts: readonly CallerRole[]) => parts.some((part) => wanted.includes(part))
  const mayBefore = call.unproven === true || call.who === 'anyone'
  if (fits(mayBefore ? allPartsOf(caller, rules) : partsOf(caller, rules))) return 'yes'
  if (caller.role === 'nobody') return 'sign-in'
  return fits(allPartsOf(caller, rules)) ? (missingSignInStep(caller, rules) ?? 'no') : 'no'
}

type IdentifierCheck = Pick<AnyCall, 'who' | 'proves'>

// Everything in a body that names a person. It is never trusted, only compared (D-09).
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

/** The keys of a body that name a person. */
export const identifierKeys: readonly string[] = Object.keys(OWN_IDENTIFIERS)

// These calls name students on purpose: their callers look after them.
const NAMES_OTHERS: readonly AllowedCallers[] = ['dorm-supervisor', 'review-teacher']

/**
 * Does every identifier of a body, also of a list in it or of JSON text, belong to the caller?
 * Empty ones count as not given.
 */
export const namesOnlyCaller = (
  call: IdentifierCheck,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): boolean => {
  const records = recordsIn(body)
  return records !== undefined && records.every((one) => isOwnRecord(call, caller, one))
}

// Far more than any form has; a body's own bounds are checked while it is read.
const MOST_RECORDS = 5000
const TEXT_BOUNDS = { depth: 16, nodes: 3000 }

// Undefined where there are too many, or JSON in text is too complex. Without recursion: a body may
// nest deeper than the stack.
function recordsIn(
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>>[] | undefined {
  const found = [body]
  for (const one of found)
    for (const inner of Object.values(one)) {
      const isJson = typeof inner === 'string' && looksLikeJson(inner)
      if (isJson && !isJsonWithinBounds(inner, TEXT_BOUNDS)) return undefined
      const said = isJson ? parseJson(inner) : inner
      if (!isRecord(said)) continue
      if (found.length >= MOST_RECORDS) return undefined
      found.push(said)
    }
  return found
}

// A list may be sent as text (D-40). Whatever looks like JSON is looked into, so that no call can
// forget to say so.
const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text)

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
    // Staff who look after students still are nobody but themselves.
    const isStudentKey = key !== 'userCode' && key !== 'userId'
    if (key === call.proves) return true
    if (isRoleList(call.who) || call.who === 'anyone') return true
    if (NAMES_OTHERS.includes(call.who) && isStudentKey) return true
    const spelled =
      typeof said === 'string' || typeof said === 'number'
        ? String(said).trim().toUpperCase()
        : undefined
    return own(caller).some((mine) => mine !== null && mine.toUpperCase() === spelled)
  })
}
