import * as v from 'valibot'
import { Room } from './assigned-room.ts'
import {
  flag,
  key,
  lazyCodec,
  list,
  maybe,
  optionalKey,
  record,
  text,
  passThrough,
  type CodecValue,
  wholeNumber,
} from './codec.ts'

/** The parts of a student's page that a role may see. */
export const STUDENT_PAGE_PARTS = [
  'idCard',
  'phone',
  'steps',
  'forms',
  'receipts',
  'applications',
  'money',
  'room',
  'arrival',
  'phones',
] as const
/** One of the parts. */
export type StudentPagePart = (typeof STUDENT_PAGE_PARTS)[number]

/** The actions of the office on a student; each is a call of `students`. */
export const STUDENT_ACTIONS = [
  'reveal',
  'unlock',
  'unbind',
  'reopen',
  'saveForm',
  'deliver',
  'assignRoom',
  'clearRoom',
  'admit',
  'arrive',
  'unarrive',
  'withdraw',
  'readmit',
] as const
/** One of the actions. */
export type StudentAction = (typeof STUDENT_ACTIONS)[number]

/** Where the values of a form came from. */
export const FORM_ORIGINS = ['phone', 'desk', 'import'] as const

const oneOf = <const Words extends readonly string[]>(texts: Words) =>
  lazyCodec<Words[number]>({ decode: () => v.picklist(texts), encode: passThrough })

// Deeper than any form; a malicious body may be nested deeper than the call stack.
const DEPTH = 6

function trimmed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.trim()
  if (depth > DEPTH || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => trimmed(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, trimmed(one, depth + 1)]),
  )
}

/** The fields of a form by name, with any values; texts are trimmed. */
export const formFields = lazyCodec<Record<string, unknown>>({
  decode: () =>
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.transform((read) =>
        Object.fromEntries(Object.entries(read).map(([name, one]) => [name, trimmed(one)])),
      ),
    ),
  encode: passThrough,
})

const Who = record({
  student: key('student', text()),
  number: key('number', text()),
  examNumber: key('examNumber', text()),
  name: key('name', text()),
  gender: key('gender', text()),
  enrolment: key('enrolment', text()),
  department: key('department', text()),
  major: key('major', text()),
  className: key('className', text()),
  entryYear: key('entryYear', text()),
  /** ISO instant; '' if the student has not withdrawn. */
  withdrawnAt: key('withdrawnAt', text()),
})

/** A student in the results of a search. */
export const StudentSearchResult = record({
  student: key('student', text()),
  number: key('number', text()),
  examNumber: key('examNumber', text()),
  name: key('name', text()),
  department: key('department', text()),
  className: key('className', text()),
  withdrawn: key('withdrawn', flag),
})
/** A student in the results of a search. */
export type StudentSearchResult = CodecValue<typeof StudentSearchResult>

const Step = record({
  id: key('id', wholeNumber),
  title: key('title', text()),
  done: key('done', flag),
  /** ISO instant; '' while it is not done. */
  doneAt: key('doneAt', text()),
})

const Version = record({
  id: key('id', text()),
  version: key('version', wholeNumber),
  at: key('at', text()),
  origin: key('origin', oneOf(FORM_ORIGINS)),
  /** The staff member who wrote it; '' for the student. */
  by: key('by', text()),
  words: key('words', formFields),
})

const Form = record({
  form: key('form', text()),
  /** The step that it belongs to; '' for none. */
  step: key('step', text()),
  /** The newest values, if there are any; numbers in them are masked. */
  words: key('words', maybe(formFields)),
  history: key('history', list(Version)),
})

const Application = record({
  id: key('id', text()),
  /**
   * The kind in the green channel ('1' loan, '2' registered household, '3' deferral), or 'transfer'
   * for a change of major.
   */
  kind: key('kind', text()),
  about: key('about', text()),
  status: key('status', text()),
  reason: key('reason', text()),
  at: key('at', text()),
  /** Fen; 0 if it is not about money. */
  amount: key('amount', wholeNumber),
})

/** Amounts in fen, as the student's own fee page shows them. */
const Money = record({
  years: key(
    'years',
    list(
      record({
        year: key('year', wholeNumber),
        due: key('due', wholeNumber),
        paid: key('paid', wholeNumber),
        /** Offset by finance: scholarship, loan, deferral. */
        offset: key('offset', wholeNumber),
        owed: key('owed', wholeNumber),
      }),
    ),
  ),
  /** This year's scholarship; `offset`: whether it has been offset against the fees. */
  scholarship: key(
    'scholarship',
    maybe(record({ amount: key('amount', wholeNumber), offset: key('offset', flag) })),
  ),
  charges: key(
    'charges',
    list(
      record({
        year: key('year', wholeNumber),
        item: key('item', text()),
        due: key('due', wholeNumber),
        paid: key('paid', wholeNumber),
        offset: key('offset', wholeNumber),
        owed: key('owed', wholeNumber),
      }),
    ),
  ),
  orders: key(
    'orders',
    list(
      record({
        number: key('number', text()),
        amount: key('amount', wholeNumber),
        state: key('state', text()),
        at: key('at', text()),
      }),
    ),
  ),
  credits: key(
    'credits',
    list(
      record({
        transaction: key('transaction', text()),
        amount: key('amount', wholeNumber),
        surplus: key('surplus', wholeNumber),
        /** The channel, such as 'wechat'; the page has a text for it. */
        way: key('way', text()),
        at: key('at', text()),
      }),
    ),
  ),
})

const Arrival = record({
  at: key('at', text()),
  building: key('building', text()),
  room: key('room', text()),
  by: key('by', text()),
  /** Who delivered the scan, if another person than the one who scanned. */
  deliveredBy: optionalKey('deliveredBy', text()),
  source: key('source', text()),
  verified: key('verified', flag),
})

const Phone = record({
  /** An id for the office; it gives access to nothing. */
  id: key('id', text()),
  /** The name of the messaging account; '' in an ordinary browser. */
  account: key('account', text()),
  /**
   * Whether the messaging account is bound to this student, so that the app opens without a
   * sign-in.
   */
  bound: key('bound', flag),
  /** ISO instants; '' for never. */
  since: key('since', text()),
  used: key('used', text()),
  ended: key('ended', text()),
  why: key('why', text()),
})

/** A student's page for one role; a part that the role may not see is null. */
export const StudentPage = record({
  who: key('who', Who),
  person: key(
    'person',
    maybe(record({ idCard: key('idCard', text()), phone: key('phone', text()) })),
  ),
  steps: key('steps', maybe(list(Step))),
  forms: key('forms', maybe(list(Form))),
  receipts: key(
    'receipts',
    maybe(
      list(
        record({
          receipt: key('receipt', text()),
          form: key('form', text()),
          at: key('at', text()),
        }),
      ),
    ),
  ),
  applications: key('applications', maybe(list(Application))),
  money: key('money', maybe(Money)),
  home: key(
    'home',
    maybe(
      record({
        room: key('room', maybe(Room)),
        /** The chosen type; '' for none. */
        chosen: key('chosen', text()),
      }),
    ),
  ),
  arrival: key(
    'arrival',
    maybe(
      record({
        /** When the admission was checked; '' if it was not. */
        admittedAt: key('admittedAt', text()),
        arrived: key('arrived', maybe(Arrival)),
      }),
    ),
  ),
  phones: key(
    'phones',
    maybe(
      record({
        /** Until when sign-in is blocked after failed attempts; '' if it is not. */
        blockedUntil: key('blockedUntil', text()),
        all: key('all', list(Phone)),
      }),
    ),
  ),
  may: key('may', list(oneOf(STUDENT_ACTIONS))),
})
/** A student's page for one role. */
export type StudentPage = CodecValue<typeof StudentPage>
