import { listIdNumberSpellings } from '#contract/id-document'
import type { identity } from '#contract/identity'
import { normalizeWorkNumber } from '#contract/normalize'
import { identityTexts } from '#i18n/identity'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import {
  type HandlerRequest,
  type Handlers,
  refuse,
  succeedWithSession,
} from '../../platform/http/handler.ts'
import {
  type Caller,
  signIn,
  getSubjectOfCaller,
  findSessionEndReason,
} from '../../platform/sessions/session.ts'
import { findLevelRules, readCachedLevelRules } from '../student-levels/public.ts'
import { attemptSignIn, checkOpenIdProof, type SignInAttemptResult } from './attempt-sign-in.ts'
import * as store from './store.ts'
import { toStaffPerson, toStudentPerson } from './to-person.ts'

type Find = Handlers<typeof identity>['find']
type FindPersonResult = Awaited<ReturnType<Find>>
type FindPersonRequest = Parameters<Find>[0]

// The time for which a person is warned that somebody tried to guess their credentials, seconds.
const GUESSING_WARNING_SECONDS = 7 * DAY_SECONDS

/**
 * Identifies a person by token, by a proven messaging account, or by number and ID number. An
 * openId without a proof never identifies anybody.
 */
export const findPerson: Find = async (ask) => {
  if (ask.input.idCard !== '') return byPair(ask)
  if (ask.token !== undefined) return byToken(ask, ask.token)
  return byAccount(ask)
}

async function byToken(ask: FindPersonRequest, token: string): Promise<FindPersonResult> {
  const { caller, db, now } = ask
  if (caller.role === 'nobody')
    return { type: 'signed-out', why: await findSessionEndReason(ask.db, token, ask.now) }
  if (!isNumberOf(caller, ask.input.number)) return { type: 'forbidden' }
  const code = caller.role === 'student' ? caller.student.code : caller.staff.code
  const { openId, createdAt } = caller.session
  const { elsewhere, guessed } = await store.findSignInWarnings(db, {
    role: caller.role,
    code,
    openId,
    since: createdAt,
    guessedSince: later(createdAt, addSeconds(now, -GUESSING_WARNING_SECONDS)),
  })
  return succeedWithSession({
    person:
      caller.role === 'student'
        ? toStudentPerson(caller.student, await readCachedLevelRules(ask, caller.student))
        : toStaffPerson(caller.staff, caller.roles, ask.tools.settings),
    token,
    reportOpen: caller.role === 'student',
    boundElsewhereAt: elsewhere?.toISOString(),
    guessedAt: guessed?.toISOString(),
  })
}

async function byAccount(ask: FindPersonRequest): Promise<FindPersonResult> {
  const { openId, number } = ask.input
  if ((await checkOpenIdProof(ask, openId)) !== 'true') return failed
  const bound = await store.findAccountBinding(ask.db, openId)
  if (bound === undefined) return failed
  const token = () => signIn(ask.db, { ...bound, openId, language: ask.language, now: ask.now })
  if (bound.role === 'staff') {
    const staff = await store.findStaffByCode(ask.db, bound.code)
    if (staff === undefined || staff.closed_at !== null) return failed
    if (!['', staff.code].includes(normalizeWorkNumber(number))) return failed
    return succeedWithSession({
      person: toStaffPerson(
        staff,
        await store.findRolesOfStaff(ask.db, staff.code),
        ask.tools.settings,
      ),
      token: await token(),
      reportOpen: false,
      boundElsewhereAt: undefined,
      guessedAt: undefined,
    })
  }
  const student = await store.findStudentByCode(ask.db, bound.code)
  if (student === undefined || !['', student.number, student.exam_number].includes(number))
    return failed
  return succeedWithSession({
    person: toStudentPerson(student, await findLevelRules(ask.db, student)),
    token: await token(),
    reportOpen: true,
    boundElsewhereAt: undefined,
    guessedAt: undefined,
  })
}

async function byPair(ask: FindPersonRequest): Promise<FindPersonResult> {
  const { number, idCard, openId } = ask.input
  if (number === '') return refuse(identityTexts.bindEmpty)
  const tried = await attemptIdCardSignIn(ask, { number, idCard, openId })
  if (tried.type === 'no') return tried.outcome
  const { student, proof } = tried.found
  const { device } = tried
  const token = await signIn(ask.db, {
    role: 'student',
    code: student.code,
    openId: proof === 'true' ? openId : null,
    language: ask.language,
    now: ask.now,
  })
  const subject = getSubjectOfCaller('student', student.code)
  await store.rememberDevice(ask.db, { device, subject, now: ask.now })
  const person = toStudentPerson(student, await findLevelRules(ask.db, student))
  return succeedWithSession(
    { person, token, reportOpen: true, boundElsewhereAt: undefined, guessedAt: undefined },
    device,
  )
}

/**
 * Checks a number together with an ID number. Returns the person, and whether the messaging account
 * of the request is proven.
 */
export async function attemptIdCardSignIn(
  ask: HandlerRequest<unknown>,
  { number, idCard, openId }: { number: string; idCard: string; openId: string },
): Promise<SignInAttemptResult<{ student: StudentRow; proof: 'true' | 'none' }>> {
  const students = await store.findStudentsByNumber(ask.db, number)
  const codes = students.map(({ code }) => code)
  return attemptSignIn(ask, { role: 'student', number, codes, openId }, async () => {
    const proof = await checkOpenIdProof(ask, openId)
    if (proof === 'false') return undefined
    const spellings = listIdNumberSpellings(idCard)
    const student = students.find(({ id_card: own }) => spellings.includes(own))
    return student && { student, proof }
  })
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)

const failed = refuse(identityTexts.bindFailed)

function isNumberOf(caller: Exclude<Caller, { role: 'nobody' }>, number: string): boolean {
  if (number === '') return true
  return caller.role === 'student'
    ? [caller.student.number, caller.student.exam_number].includes(number)
    : caller.staff.code === normalizeWorkNumber(number)
}
