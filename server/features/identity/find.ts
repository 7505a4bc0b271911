import type { identity } from '#contract/identity'
import { identityWords } from '#words/identity'
import { type Handlers, refused, signedIn } from '../../platform/handler.ts'
import { type Caller, signIn } from '../../platform/session.ts'
import { begin, proofOf } from './attempt.ts'
import { staffPerson, studentPerson } from './people.ts'
import * as store from './store.ts'

type Find = Handlers<typeof identity>['find']
type Found = Awaited<ReturnType<Find>>
type Asked = Parameters<Find>[0]

/** Who is this? By token alone, by a proven messaging account alone, or by number and ID card; never by an openId alone. */
export const find: Find = async (ask) => {
  if (ask.input.idCard !== '') return byPair(ask)
  if (ask.token !== undefined) return byToken(ask, ask.token)
  return byAccount(ask)
}

async function byToken(ask: Asked, token: string): Promise<Found> {
  const { caller, db } = ask
  if (caller.role === 'nobody') return { type: 'signed-out' }
  if (!isNumberOf(caller, ask.input.number)) return { type: 'forbidden' }
  const code = caller.role === 'student' ? caller.student.code : caller.staff.code
  const { openId, createdAt } = caller.session
  const elsewhere = await store.boundElsewhereAt(db, { role: caller.role, code, openId, since: createdAt })
  return signedIn({
    person: caller.role === 'student' ? studentPerson(caller.student) : staffPerson(caller.staff),
    token,
    reportOpen: caller.role === 'student',
    boundElsewhereAt: elsewhere?.toISOString(),
  })
}

async function byAccount(ask: Asked): Promise<Found> {
  const { openId, number } = ask.input
  if ((await proofOf(ask, openId)) !== 'true') return failed
  const bound = await store.boundTo(ask.db, openId)
  if (bound === undefined) return failed
  const token = () => signIn(ask.db, { ...bound, openId, now: ask.now })
  if (bound.role === 'staff') {
    const staff = await store.staffByCode(ask.db, bound.code)
    if (staff === undefined || !['', staff.code].includes(number)) return failed
    return signedIn({ person: staffPerson(staff), token: await token(), reportOpen: false, boundElsewhereAt: undefined })
  }
  const student = await store.studentByCode(ask.db, bound.code)
  if (student === undefined || !['', student.number, student.exam_number].includes(number)) return failed
  return signedIn({ person: studentPerson(student), token: await token(), reportOpen: true, boundElsewhereAt: undefined })
}

async function byPair(ask: Asked): Promise<Found> {
  const { number, idCard, openId } = ask.input
  if (number === '') return refused(identityWords.bindEmpty)
  const attempt = await begin(ask, { number, openId })
  if (attempt.type === 'wait') return { type: 'too-many', seconds: attempt.seconds }
  const proof = await proofOf(ask, openId)
  const student = proof === 'false' ? undefined : await store.studentByPair(ask.db, { number, idCard })
  if (student === undefined) {
    await attempt.wrong()
    return failed
  }
  await attempt.right()
  const token = await signIn(ask.db, {
    role: 'student',
    code: student.code,
    openId: proof === 'true' ? openId : null,
    now: ask.now,
  })
  return signedIn({ person: studentPerson(student), token, reportOpen: true, boundElsewhereAt: undefined })
}

const failed = refused(identityWords.bindFailed)

function isNumberOf(caller: Exclude<Caller, { role: 'nobody' }>, number: string): boolean {
  const own = caller.role === 'student' ? [caller.student.number, caller.student.exam_number] : [caller.staff.code]
  return number === '' || own.includes(number)
}
