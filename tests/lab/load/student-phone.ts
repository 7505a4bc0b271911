import { assignedRoom } from '#contract/assigned-room'
import { calendar } from '#contract/calendar'
import { dorm } from '#contract/dorm'
import { family } from '#contract/family'
import { fees } from '#contract/fees'
import { queuedForms } from '#contract/forms'
import { greenChannel } from '#contract/green-channel'
import { guide } from '#contract/guide'
import { home } from '#contract/home'
import { identity } from '#contract/identity'
import { selectSupplyCatalogue, livingSupplies } from '#contract/living-supplies'
import { notices } from '#contract/notices'
import { onboarding } from '#contract/onboarding'
import { profile } from '#contract/profile'
import { travel } from '#contract/travel'
import { uniform } from '#contract/uniform'
import {
  FORMS_OF_FIRST_DAY,
  type FormName,
  samplePayload,
} from '../../support/backend/four-forms.ts'
import { deliverForm, type FormDelivery } from './form-delivery.ts'
import type { SendOptions, RequestSender } from './sender.ts'
import type { LoadTestStudent } from './students.ts'

/**
 * Waits between two actions of a person for this many seconds, scaled by the pace of the scenario.
 */
export type ThinkTime = (seconds: number) => Promise<void>

const AT_ONCE = 3
const UNIFORM_STEP = '4'

/**
 * The requests of the app in its order, as recorded from a browser (docs/operations/load.md). Each
 * part returns whether the student could continue.
 */
export function createSimulatedStudentPhone(sender: RequestSender, student: LoadTestStudent) {
  let token: string | undefined
  const now = new Date(Date.now() + 8 * 3600 * 1000).toISOString()
  const year = Number(now.slice(0, 4))
  const own = { student: student.code }
  const ask: RequestSender['send'] = (call, input, beside) =>
    sender.send(call, input, { token, ...beside })
  const apps = (type: '0' | '1', menu: string) => () =>
    ask(home.apps, {
      app: 'sandbox',
      type,
      status: '0',
      now: now.slice(0, 19).replace('T', ' '),
      menu,
    })
  const registration = () => ask(identity.registration, { ...own, phoneKey: undefined })
  const steps = () => ask(onboarding.steps, { ...own, enrolment: '2' })
  const news = () => ask(notices.list, { ...own, staff: undefined, page: 1, size: 10 })
  const look = [apps('1', '1'), steps, news, registration]
  const school = [() => ask(guide.find, {}), () => ask(calendar.find, {})]

  const payloadFor = (form: FormName) => {
    const number = Number(student.number)
    const payload = samplePayload(form, student.code, year, number)
    return 'garments' in payload ? { ...payload, garments: sizesOf(number) } : payload
  }

  return {
    /** The first visit, before the phone is bound. */
    open: () => atOnce([apps('1', '0'), ...school]),

    /** Bind by number and ID card. */
    bind: async (beside: SendOptions = {}): Promise<boolean> => {
      const { fault, body } = await ask(
        identity.find,
        { number: student.number, idCard: student.idCard, openId: '' },
        beside,
      )
      if (fault !== undefined) return false
      token = String(new Map(Object.entries(body ?? {})).get('token'))
      return true
    },

    /** Continue with the session of the day before. */
    wake: () => {
      token = student.token
    },

    /**
     * The reads after binding that are cached for use without a network, including those of the
     * home page.
     */
    prepare: () =>
      atOnce([
        apps('1', '1'),
        steps,
        news,
        () => ask(profile.own, own),
        () => ask(travel.find, own),
        () => ask(assignedRoom.assigned, own),
        () => ask(fees.overview, own),
        registration,
        apps('0', '1'),
        () => ask(family.find, own),
        () => ask(uniform.garments, {}),
        () => ask(uniform.colours, {}),
        () => ask(uniform.find, own),
        () => ask(livingSupplies.resident, own),
        () => ask(livingSupplies.find, own),
        () => ask(livingSupplies.packages, { catalogue: selectSupplyCatalogue('') }),
        ...school,
      ]),

    /** A look at the home page. */
    look: () => atOnce(look),

    /** Open the home page again, and check whether this phone is still bound. */
    home: () =>
      atOnce([
        () => ask(identity.find, { number: student.number, idCard: '', openId: '' }),
        ...look,
      ]),

    steps: () => atOnce([steps]),

    /**
     * Open a form, fill it in, and send it as the outbox does. Then read again what has changed.
     */
    form: async (form: FormName, think: ThinkTime): Promise<void> => {
      const { find, add } = formCallsOf(form)
      await ask(find, own)
      await think(90)
      await ask(find, own)
      await ask(add, payloadFor(form), { key: crypto.randomUUID() })
      if (form === 'uniform')
        await ask(onboarding.complete, { ...own, step: UNIFORM_STEP }, { key: crypto.randomUUID() })
      await atOnce([() => ask(find, own), steps])
    },

    /** Send a form that waits in the outbox. */
    save: (form: FormName): Promise<FormDelivery> => {
      const { find, add } = formCallsOf(form)
      return deliverForm(
        (beside) => ask(find, own, beside),
        (beside) => ask(add, payloadFor(form), beside),
      )
    },

    /**
     * The page of the fees: what is owed, the state of the newest order, and what prevents a
     * payment.
     */
    payment: () =>
      atOnce([
        () => ask(fees.overview, own),
        () => ask(fees.paidState, { ...own, order: undefined }),
        () => ask(dorm.hold, { ...own, step: 3 }),
        () => ask(greenChannel.loan, own),
        () => ask(greenChannel.household, own),
        () => ask(greenChannel.deferral, own),
      ]),
  }
}

// Students choose different sizes, since the demo campus has at least five sizes of each garment.
const sizesOf = (number: number) =>
  ['1', '2', '3', '4'].map((garment) => ({
    garment,
    garmentName: '',
    size: `${garment}0${1 + ((number * Number(garment)) % (garment === '3' ? 3 : 5))}`,
    sizeName: '',
  }))

/**
 * A student's whole first hour: bind, look around, fill in the four forms, and see what is owed, as
 * far as the student gets before the time is over.
 */
export async function playFirstHour(
  sender: RequestSender,
  student: LoadTestStudent,
  think: ThinkTime,
  { due, isOver = () => false }: { due: number; isOver?: () => boolean },
): Promise<void> {
  const phone = createSimulatedStudentPhone(sender, student)
  if (!(await phone.bind({ due }))) return
  const parts: readonly [number, () => Promise<unknown>][] = [
    [0, phone.prepare],
    [20, phone.home],
    [10, phone.steps],
    ...FORMS_OF_FIRST_DAY.map((form): [number, () => Promise<unknown>] => [
      15,
      () => phone.form(form, think),
    ]),
    [20, phone.payment],
  ]
  for (const [seconds, part] of parts) {
    if (isOver()) return
    await think(seconds)
    await part()
  }
}

/** The calls that send a form. */
export function formCallsOf(name: FormName) {
  const form = queuedForms[name]
  if (form?.find === undefined) throw new Error(`${name} is not read before it is sent`)
  return { find: form.find, add: form.add }
}

async function atOnce(asks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const open = [...asks]
  const next = async (): Promise<void> => {
    const ask = open.shift()
    if (ask === undefined) return
    await ask()
    await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}
