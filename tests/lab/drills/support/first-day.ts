import sharp from 'sharp'
import { fees } from '#contract/fees'
import { photo } from '#contract/photo'
import { toChinaYear } from '#server/platform/clock'
import { FORMS_OF_FIRST_DAY } from '../../../support/backend/four-forms.ts'
import { orderRequestBody } from '../../../support/backend/payer.ts'
import { createCallCounts } from '../../load/call-counts.ts'
import { createRequestSender } from '../../load/sender.ts'
import { createSimulatedStudentPhone } from '../../load/student-phone.ts'
import type { LoadTestStudent } from '../../load/students.ts'
import { postJson } from './write-traffic.ts'

const FEN = 100_000

/**
 * A student's first day, and some requests of the office: sign-in, the reads that are cached for
 * use without a network, home page, steps, the four forms, the face photo, a payment. `urls` are
 * the processes of one campus, which are used in turn. Throws unless every answer is a success.
 * Returns the number of answers.
 */
export async function playFirstDay(
  urls: readonly string[],
  student: LoadTestStudent,
): Promise<number> {
  const callCounts = createCallCounts()
  const sender = createRequestSender(urls, callCounts)
  const phone = createSimulatedStudentPhone(sender, student)
  const { token } = student
  await phone.bind()
  await phone.prepare()
  await phone.home()
  await phone.steps()
  for (const form of FORMS_OF_FIRST_DAY) await phone.form(form, async () => {})
  await phone.payment()
  await sender.send(photo.agree, {}, { token })
  const image = (await sharp(PHOTO).jpeg().toBuffer()).toString('base64')
  await sender.send(photo.upload, { student: student.code, image }, { token })

  const plainly = async (path: string, body: object, beside: Record<string, string> = {}) => {
    const answer = await postJson(urls[0] ?? '', path, body, { authorization: token, ...beside })
    if (answer.status !== 200)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return JSON.stringify(answer.body)
  }
  const id = /"msg":"([^"]+)"/.exec(
    await plainly('/commonrest/getUniqueId', { sign: '', timestamp: '1' }),
  )
  const year = toChinaYear(new Date())
  const order = await plainly('/payment/pay', orderRequestBody(year, FEN), {
    uniqueid: id?.[1] ?? '',
  })
  const [, sheet] = /"package":"([^"]+)"/.exec(order) ?? []
  await plainly('/sandbox/pay', { package: sheet, outcome: 'ok' })
  const { body } = await sender.send(fees.overview, { student: student.code }, { token })
  if (!JSON.stringify(body).includes('"isFee":"1000'))
    throw new Error(`the payment is not there: ${JSON.stringify(body)}`)
  const office = { userCode: 'T4001', openId: '', password: 'campus-T4001' }
  if (!(await plainly('/api/sys/login', office)).includes('"token"'))
    throw new Error('the office cannot sign in')

  await sender.close()
  const [fault] = callCounts.faults().keys()
  if (fault !== undefined) throw new Error(fault)
  return callCounts.count()
}

const PHOTO = { create: { width: 480, height: 640, channels: 3 as const, background: '#a87' } }
