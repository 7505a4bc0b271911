import * as v from 'valibot'
import { Room } from './assigned-room.ts'
import {
  booleanCodec,
  requiredKey,
  lazyCodec,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  textCodec,
  encodeUnchanged,
  type CodecValue,
  wholeNumberCodec,
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

/** The source of a form's values: the student's phone, the office's arrival desk, or an import. */
export const FORM_ORIGINS = ['phone', 'desk', 'import'] as const

const oneOf = <const Values extends readonly string[]>(texts: Values) =>
  lazyCodec<Values[number]>({ decode: () => v.picklist(texts), encode: encodeUnchanged })

// The largest accepted depth, more than any form has; a malicious body might be nested deeper than
// the call stack allows.
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
export const formFieldsCodec = lazyCodec<Record<string, unknown>>({
  decode: () =>
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.transform((read) =>
        Object.fromEntries(Object.entries(read).map(([name, one]) => [name, trimmed(one)])),
      ),
    ),
  encode: encodeUnchanged,
})

const Who = recordCodec({
  student: requiredKey('student', textCodec()),
  number: requiredKey('number', textCodec()),
  examNumber: requiredKey('examNumber', textCodec()),
  name: requiredKey('name', textCodec()),
  gender: requiredKey('gender', textCodec()),
  enrolment: requiredKey('enrolment', textCodec()),
  department: requiredKey('department', textCodec()),
  major: requiredKey('major', textCodec()),
  className: requiredKey('className', textCodec()),
  entryYear: requiredKey('entryYear', textCodec()),
  /** ISO instant; '' if the student has not withdrawn. */
  withdrawnAt: requiredKey('withdrawnAt', textCodec()),
})

/** A student in the results of a search. */
export const StudentSearchResult = recordCodec({
  student: requiredKey('student', textCodec()),
  number: requiredKey('number', textCodec()),
  examNumber: requiredKey('examNumber', textCodec()),
  name: requiredKey('name', textCodec()),
  department: requiredKey('department', textCodec()),
  className: requiredKey('className', textCodec()),
  withdrawn: requiredKey('withdrawn', booleanCodec),
})
/** A student in the results of a search. */
export type StudentSearchResult = CodecValue<typeof StudentSearchResult>

const Step = recordCodec({
  id: requiredKey('id', wholeNumberCodec),
  title: requiredKey('title', textCodec()),
  done: requiredKey('done', booleanCodec),
  /** ISO instant; '' while it is not done. */
  doneAt: requiredKey('doneAt', textCodec()),
})

const Version = recordCodec({
  id: requiredKey('id', textCodec()),
  version: requiredKey('version', wholeNumberCodec),
  at: requiredKey('at', textCodec()),
  origin: requiredKey('origin', oneOf(FORM_ORIGINS)),
  /** The staff member who wrote the form; '' if the student wrote it. */
  by: requiredKey('by', textCodec()),
  words: requiredKey('words', formFieldsCodec),
})

const Form = recordCodec({
  form: requiredKey('form', textCodec()),
  /** The number of the step to which the form belongs; '' for none. */
  step: requiredKey('step', textCodec()),
  /** The newest values, if there are any; numbers in them are masked. */
  words: requiredKey('words', nullableCodec(formFieldsCodec)),
  history: requiredKey('history', listCodec(Version)),
})

const Application = recordCodec({
  id: requiredKey('id', textCodec()),
  /**
   * The kind of the application: in the green channel '1' loan, '2' registered household or '3'
   * deferral; 'transfer' for a change of major.
   */
  kind: requiredKey('kind', textCodec()),
  about: requiredKey('about', textCodec()),
  status: requiredKey('status', textCodec()),
  reason: requiredKey('reason', textCodec()),
  at: requiredKey('at', textCodec()),
  /** The amount in fen; 0 if the application is not about money. */
  amount: requiredKey('amount', wholeNumberCodec),
})

/** Amounts in fen, as the student's own fee page shows them. */
const Money = recordCodec({
  years: requiredKey(
    'years',
    listCodec(
      recordCodec({
        year: requiredKey('year', wholeNumberCodec),
        due: requiredKey('due', wholeNumberCodec),
        paid: requiredKey('paid', wholeNumberCodec),
        /** The amount offset by finance: scholarship, loan or deferral. */
        offset: requiredKey('offset', wholeNumberCodec),
        owed: requiredKey('owed', wholeNumberCodec),
      }),
    ),
  ),
  /** This year's scholarship; `offset` states whether finance has offset it against the fees. */
  scholarship: requiredKey(
    'scholarship',
    nullableCodec(
      recordCodec({
        amount: requiredKey('amount', wholeNumberCodec),
        offset: requiredKey('offset', booleanCodec),
      }),
    ),
  ),
  charges: requiredKey(
    'charges',
    listCodec(
      recordCodec({
        year: requiredKey('year', wholeNumberCodec),
        item: requiredKey('item', textCodec()),
        due: requiredKey('due', wholeNumberCodec),
        paid: requiredKey('paid', wholeNumberCodec),
        offset: requiredKey('offset', wholeNumberCodec),
        owed: requiredKey('owed', wholeNumberCodec),
      }),
    ),
  ),
  orders: requiredKey(
    'orders',
    listCodec(
      recordCodec({
        number: requiredKey('number', textCodec()),
        amount: requiredKey('amount', wholeNumberCodec),
        state: requiredKey('state', textCodec()),
        at: requiredKey('at', textCodec()),
      }),
    ),
  ),
  credits: requiredKey(
    'credits',
    listCodec(
      recordCodec({
        transaction: requiredKey('transaction', textCodec()),
        amount: requiredKey('amount', wholeNumberCodec),
        surplus: requiredKey('surplus', wholeNumberCodec),
        /** The channel, such as 'wechat'; the page has a text for it. */
        way: requiredKey('way', textCodec()),
        at: requiredKey('at', textCodec()),
      }),
    ),
  ),
})

const Arrival = recordCodec({
  at: requiredKey('at', textCodec()),
  building: requiredKey('building', textCodec()),
  room: requiredKey('room', textCodec()),
  by: requiredKey('by', textCodec()),
  /** The person who delivered the scan; absent if the person who scanned delivered it. */
  deliveredBy: optionalKey('deliveredBy', textCodec()),
  source: requiredKey('source', textCodec()),
  verified: requiredKey('verified', booleanCodec),
})

const Phone = recordCodec({
  /** An id that the office uses to name the phone; it gives access to nothing. */
  id: requiredKey('id', textCodec()),
  /** The name of the messaging account; '' if the phone uses an ordinary browser. */
  account: requiredKey('account', textCodec()),
  /**
   * Whether the messaging account is bound to this student. If so, the app opens without a sign-in.
   */
  bound: requiredKey('bound', booleanCodec),
  /** ISO instants; '' for never. */
  since: requiredKey('since', textCodec()),
  used: requiredKey('used', textCodec()),
  ended: requiredKey('ended', textCodec()),
  why: requiredKey('why', textCodec()),
})

/** A student's page for one role; a part that the role may not see is null. */
export const StudentPage = recordCodec({
  who: requiredKey('who', Who),
  person: requiredKey(
    'person',
    nullableCodec(
      recordCodec({
        idCard: requiredKey('idCard', textCodec()),
        /** The type of the identity document; '' or absent if the role may not see the number. */
        idType: optionalKey('idType', textCodec()),
        phone: requiredKey('phone', textCodec()),
      }),
    ),
  ),
  steps: requiredKey('steps', nullableCodec(listCodec(Step))),
  forms: requiredKey('forms', nullableCodec(listCodec(Form))),
  receipts: requiredKey(
    'receipts',
    nullableCodec(
      listCodec(
        recordCodec({
          receipt: requiredKey('receipt', textCodec()),
          form: requiredKey('form', textCodec()),
          at: requiredKey('at', textCodec()),
        }),
      ),
    ),
  ),
  applications: requiredKey('applications', nullableCodec(listCodec(Application))),
  money: requiredKey('money', nullableCodec(Money)),
  home: requiredKey(
    'home',
    nullableCodec(
      recordCodec({
        room: requiredKey('room', nullableCodec(Room)),
        /** The chosen type; '' for none. */
        chosen: requiredKey('chosen', textCodec()),
      }),
    ),
  ),
  arrival: requiredKey(
    'arrival',
    nullableCodec(
      recordCodec({
        /** When the admission was checked; '' if it was not. */
        admittedAt: requiredKey('admittedAt', textCodec()),
        /** Whether the student may arrive without the check: paid, or the campus checks nobody. */
        waived: optionalKey('waived', booleanCodec),
        arrived: requiredKey('arrived', nullableCodec(Arrival)),
      }),
    ),
  ),
  phones: requiredKey(
    'phones',
    nullableCodec(
      recordCodec({
        /**
         * The time until which sign-in is blocked after failed attempts, ISO instant; '' if it is
         * not blocked.
         */
        blockedUntil: requiredKey('blockedUntil', textCodec()),
        all: requiredKey('all', listCodec(Phone)),
      }),
    ),
  ),
  may: requiredKey('may', listCodec(oneOf(STUDENT_ACTIONS))),
})
/** A student's page for one role. */
export type StudentPage = CodecValue<typeof StudentPage>
