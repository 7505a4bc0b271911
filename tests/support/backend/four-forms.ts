import * as v from 'valibot'
import type { FamilyHousehold } from '#contract/family-household'
import { queuedForms, type RecordFormName } from '#contract/forms'
import type { SupplyReservation } from '#contract/living-supplies'
import type { Travel } from '#contract/travel'
import type { Uniform } from '#contract/uniform'
import { exchangeCall } from '#offline/transport/exchange-call'
import type { CallOutcome } from '#offline/transport/outcome'
import type { Backend } from './backend.ts'
import type { FreshStudent } from './students.ts'

/** The name of a queued form with a record, which a new student fills in. */
export type FormName = RecordFormName
/** The queued forms with a record. */
export const FORMS_OF_FIRST_DAY = [
  'family',
  'travel',
  'uniform',
  'living',
] as const satisfies readonly FormName[]

/** Valid values for a form, which differ for each number. */
export const samplePayload = (form: FormName, student: string, year: number, number: number) =>
  SAMPLES[form]({ student, year, number })

interface SampleOf {
  readonly student: string
  readonly year: number
  readonly number: number
}

const SAMPLES = {
  family: ({ student, number }): FamilyHousehold => ({
    student,
    step: '1',
    phone: '13912345678',
    nativePlace: '广东省,东莞市',
    originPlace: '湖南省,长沙市,岳麓区',
    householdType: '2',
    willing: true,
    members: [
      {
        relation: '1',
        phone: '19912345678',
        idNumber: '',
        job: '教师',
        workplace: `单位${number}`,
        name: '陈建国',
      },
    ],
  }),
  travel: ({ student, year, number }): Travel => ({
    student,
    step: '2',
    startDate: `${year}-08-20`,
    arrivalDate: `${year}-08-21`,
    arrivalTime: '14:30',
    startCity: '广东省,东莞市',
    mode: '火车',
    companions: String(number % 10),
    remark: `写下的话 ${number}`,
    open: false,
  }),
  uniform: ({ student, number }): Uniform => ({
    student,
    colour: '1',
    colourName: '',
    remark: `备注${number}`,
    garments: ['102', '203', '301', '405'].map((size) => ({
      garment: size.slice(0, 1),
      garmentName: '',
      size,
      sizeName: '',
    })),
  }),
  living: ({ student, number }): SupplyReservation => ({
    student,
    step: '7',
    packages: ['1', '3', ...['2', '4', '5'].slice(0, number % 4)].map((id) => ({
      id,
      name: '',
      price: 0,
    })),
  }),
} satisfies Record<FormName, (of: SampleOf) => unknown>

const Said = v.looseObject({
  remark: v.optional(v.string()),
  members: v.optional(v.array(v.looseObject({ workplace: v.string() }))),
  packages: v.optional(v.array(v.looseObject({ id: v.string() }))),
})

/**
 * The value by which the payloads of `samplePayload` differ, read from a payload as a phone or a
 * campus stores it.
 */
export function payloadMarkerOf(words: unknown): string {
  const { remark, members, packages } = v.parse(Said, words)
  const ids = packages?.map(({ id }) => id).toSorted()
  return [remark, members?.map(({ workplace }) => workplace), ids].flat().join()
}

/** A client that sends requests without the outbox, like another phone or the office. */
export function createDirectClient(backend: Backend, { subject, token }: FreshStudent) {
  const to = {
    roots: { campus: 'http://campus.test', management: '', provider: '' },
    language: 'zh',
    timeout: 30_000,
  }
  const known = (form: FormName) => {
    const definition = queuedForms[form]
    if (definition?.find === undefined || definition.update === undefined)
      throw new Error(`${form} is not read before it is sent`)
    return { find: definition.find, update: definition.update }
  }
  return {
    look: (form: FormName): Promise<CallOutcome<unknown>> =>
      exchangeCall({
        call: known(form).find,
        input: { student: subject },
        token,
        to,
        fetch: backend.fetch,
      }),
    write: (form: FormName, payload: unknown): Promise<CallOutcome<unknown>> =>
      exchangeCall({ call: known(form).update, input: payload, token, to, fetch: backend.fetch }),
  }
}

/** How often a form of this student was written, according to the database. */
export async function findFormVersion(
  { db }: Backend,
  form: FormName,
  student: string,
): Promise<number> {
  const { last } = await db
    .selectFrom('form_history')
    .select(({ fn }) => fn.max<number | null>('version').as('last'))
    .where('student_code', '=', student)
    .where('form', '=', form)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Give a student a bed, which is required for reserving living supplies. */
export const assignBed = ({ db }: Backend, student: string) =>
  db
    .insertInto('dorm_place')
    .values({
      student_code: student,
      type_name: '四人间',
      building: '海棠苑3栋',
      room: student,
      bed: '1',
    })
    .execute()
