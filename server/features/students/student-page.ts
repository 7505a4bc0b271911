import * as v from 'valibot'
import type { StudentPageRole } from '#contract/roles'
import type { StudentPagePart, StudentPage } from '#contract/student-page'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import type { HandlerServices } from '../../platform/http/handler.ts'
import { maskIdCard, maskPhone } from '../../platform/masks.ts'
import { admissionRuleOf, isStudentAdmitted } from '../admission-rule/public.ts'
import { findRoom } from '../assigned-room/public.ts'
import { findBalances, findPaymentTerms, sumFeeYears } from '../charges/public.ts'
import { findCurrentArrival } from '../checkin/public.ts'
import { findDormChoice } from '../dorm/public.ts'
import { findPersonalDetails } from '../family/public.ts'
import { selectApplications } from '../green-channel/public.ts'
import { listStudentDevices } from '../identity/public.ts'
import { findOwnTransfers } from '../major-transfer/public.ts'
import { findSteps, findStepOfPage } from '../onboarding-steps/public.ts'
import { findStudentCredits, findOrdersOfStudent, sumBooksByYear } from '../payment/public.ts'
import { findFormHistory } from '../student-forms/public.ts'
import { findAttemptKeys } from './attempt-keys.ts'
import { maskFormPayload } from './masks.ts'
import { onBehalfForms } from './on-behalf-forms.ts'
import { listPermittedActions, listVisiblePageParts } from './role-permissions.ts'
import { findReceiptsOfStudent } from './store.ts'

const MOST_VERSIONS = 100

interface PageContext {
  readonly db: Db
  readonly now: Date
  readonly tools: Pick<HandlerServices, 'limits' | 'settings'>
  readonly student: StudentRow
}

/**
 * Builds a student's page for these roles. The data of parts that they are not allowed to see is
 * not read.
 */
export async function buildStudentPage(
  asked: PageContext,
  roles: readonly StudentPageRole[],
): Promise<StudentPage> {
  const { student } = asked
  const parts = listVisiblePageParts(roles)
  const when = async <T>(
    part: StudentPagePart,
    read: (asked: PageContext) => Promise<T>,
  ): Promise<T | null> => (parts.includes(part) ? read(asked) : null)
  const [idCard, phone] = [parts.includes('idCard'), parts.includes('phone')]
  return {
    who: whoOf(student),
    person:
      idCard || phone
        ? {
            idCard: idCard ? maskIdCard(student.id_card) : '',
            idType: idCard ? student.id_type : undefined,
            phone: phone ? maskPhone(student.phone) : '',
          }
        : null,
    steps: await when('steps', stepsOf),
    forms: await when('forms', formsOf),
    receipts: await when('receipts', ownReceipts),
    applications: await when('applications', applicationsOf),
    money: await when('money', moneyOf),
    home: await when('room', homeOf),
    arrival: await when('arrival', arrivalOf),
    phones: await when('phones', ownPhones),
    may: listPermittedActions(roles),
  }
}

const whoOf = (row: StudentRow): StudentPage['who'] => ({
  student: row.code,
  number: row.number ?? '',
  examNumber: row.exam_number ?? '',
  name: row.name,
  gender: row.gender,
  enrolment: row.enrolment,
  department: row.department,
  major: row.major,
  className: row.class_name,
  entryYear: row.entry_year,
  withdrawnAt: iso(row.withdrawn_at),
})

async function stepsOf({ db, student, now }: PageContext) {
  const steps = await findSteps(db, student, now)
  return steps.map(({ id, title, done, doneAt = '' }) => ({ id, title, done, doneAt }))
}

async function formsOf({ db, student }: PageContext) {
  const lines = await findFormHistory(db, student.code, MOST_VERSIONS)
  const historyOf = (form: string) =>
    lines
      .filter((line) => line.form === form)
      .map(({ id, version, at, origin, by, byName, words: payloadFields }) => ({
        id,
        version,
        at: at.toISOString(),
        origin,
        by: origin === 'phone' ? '' : `${byName ?? ''} ${by}`.trim(),
        words: maskFormPayload(payloadFields),
      }))
  const forms = []
  for (const { form, page, find } of onBehalfForms) {
    const found = await find(db, student.code)
    const step = await findStepOfPage(db, page)
    forms.push({
      form: form.name,
      step: step === undefined ? '' : String(step),
      words: found === undefined ? null : maskFormPayload(readPayloadFields(found.payload)),
      history: historyOf(form.name),
    })
  }
  const details = await findPersonalDetails(db, student.code)
  const payloadFields = details === undefined ? null : maskFormPayload(readPayloadFields(details))
  return [
    ...forms,
    { form: 'details', step: '', words: payloadFields, history: historyOf('details') },
  ]
}

/** The fields of a form's payload, by name. */
export const readPayloadFields = (payload: unknown): Record<string, unknown> =>
  v.parse(v.record(v.string(), v.unknown()), payload)

async function ownReceipts({ db, student }: PageContext) {
  const rows = await findReceiptsOfStudent(db, student.code)
  return rows.map(({ receipt, form, at }) => ({
    receipt: receipt ?? '',
    form,
    at: at.toISOString(),
  }))
}

async function applicationsOf({ db, student }: PageContext) {
  const green = await selectApplications(db)
    .where('student_code', '=', student.code)
    .orderBy('applied_at', 'desc')
    .execute()
  const transfers = await findOwnTransfers(db, { student: student.code, id: '' })
  return [
    ...green.map((one) => ({
      id: one.id,
      kind: one.type,
      about: String(one.year),
      status: one.status,
      reason: one.reason,
      at: one.applied_at.toISOString(),
      amount: one.amount_fen,
    })),
    ...transfers.map((one) => ({
      id: one.id,
      kind: 'transfer',
      about: one.major_name,
      status: one.status,
      reason: one.reason,
      at: one.applied_at.toISOString(),
      amount: 0,
    })),
  ]
}

async function moneyOf({ db, student, now, tools }: PageContext) {
  const charges = await findBalances(db, { student: student.code, now })
  const lowest = tools.settings.lowestFeeFen
  const { scholarship } = await findPaymentTerms(db, student, { year: toChinaYear(now), lowest })
  const orders = await findOrdersOfStudent(db, student.code)
  const credits = await findStudentCredits(db, student.code)
  return {
    years: sumFeeYears(charges),
    books: await sumBooksByYear(db, student.code),
    scholarship,
    charges: charges.map((charge) => ({
      year: charge.year,
      item: charge.item,
      due: charge.due_fen,
      paid: charge.paid_fen,
      offset: charge.offset_fen,
      owed: charge.owed_fen,
    })),
    orders: orders.map(({ number, amount_fen: amount, state, created_at: at }) => ({
      number,
      amount,
      state,
      at: at.toISOString(),
    })),
    credits: credits.map((one) => ({
      transaction: one.transaction,
      amount: one.amount_fen,
      surplus: one.surplus_fen,
      way: one.way,
      kind: one.kind,
      at: one.credited_at.toISOString(),
    })),
  }
}

async function homeOf({ db, student, now }: PageContext) {
  const choice = await findDormChoice(db, student.code, now)
  return { room: await findRoom(db, student.code), chosen: choice?.name ?? '' }
}

async function arrivalOf({ db, student, tools, now }: PageContext) {
  const isWaived =
    student.checked_in_at === null &&
    (await isStudentAdmitted(db, student, admissionRuleOf({ tools, now })))
  const found = await findCurrentArrival(db, student.code)
  return {
    admittedAt: iso(student.checked_in_at),
    waived: isWaived ? true : undefined,
    arrived:
      found === undefined
        ? null
        : {
            at: found.scanned_at.toISOString(),
            building: found.building,
            room: found.room,
            by: found.by,
            deliveredBy: found.deliveredBy ?? undefined,
            source: found.source,
            verified: found.verified,
            keyAt: found.key_given_at?.toISOString(),
            keyBy: found.keyBy ?? undefined,
          },
  }
}

async function ownPhones({ db, student, now, tools }: PageContext) {
  const blocked = await tools.limits.signIn.blockedUntil(
    db,
    await findAttemptKeys(db, student.code),
    now,
  )
  return {
    blockedUntil: iso(blocked),
    all: (await listStudentDevices(db, student.code)).map(({ since, used, ended, ...phone }) => ({
      ...phone,
      since: iso(since),
      used: iso(used),
      ended: iso(ended),
    })),
  }
}

const iso = (at: Date | null | undefined): string => at?.toISOString() ?? ''
