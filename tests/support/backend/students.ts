import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { toChinaYear } from '#server/platform/clock'
import type { StudentRow } from '#server/platform/database/schema/schema'
import type { Backend } from './backend.ts'

/** A student enrolled for one test, and signed in. */
export interface FreshStudent {
  readonly subject: string
  readonly token: string
}

/** Enrol a new undergraduate of this year. */
export async function enrolStudent(backend: Backend): Promise<StudentRow> {
  const [student] = await enrolStudents(backend, 1)
  if (student === undefined) throw new Error('nobody was enrolled')
  return student
}

/** Enrol `count` new undergraduates of this year in one statement. */
export async function enrolStudents(backend: Backend, count: number): Promise<StudentRow[]> {
  const year = String(toChinaYear(backend.clock.now()))
  const same = {
    number: null,
    name: '测试生',
    gender: '2',
    phone: '13800000000',
    major: '软件工程',
    major_code: '080902',
    department: '信息学院',
    class_name: '1班',
    type: '1',
    status: '在籍',
    entry_year: year,
    grade: year,
    enrolment: '2',
    checked_in_at: null,
    withdrawn_at: null,
  }
  const own = () => {
    const id = createIdempotencyKey().slice(0, 12)
    const idCard = String(BigInt(`0x${id}`))
    return { code: `S${id}`, exam_number: id, id_card: idCard.padStart(18, '1').slice(0, 18) }
  }
  return backend.db
    .insertInto('student')
    .values(Array.from({ length: count }, () => ({ ...same, ...own() })))
    .returningAll()
    .execute()
}

/** Enrol a new undergraduate of this year who has consented to a photo, and sign them in. */
export async function enrolSignedInStudent(backend: Backend): Promise<FreshStudent> {
  const { code, exam_number: stuNumber, id_card: idCard } = await enrolStudent(backend)
  await backend.db
    .insertInto('consent')
    .values({ student_code: code, purpose: 'photo', agreed_at: backend.clock.now() })
    .execute()
  const said = await backend.post('/api/binding/findstu', { stuNumber, idCard, openId: '' })
  const { token, results } = said.body
  return { subject: results.stuCode, token }
}
